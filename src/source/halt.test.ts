import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { write } from '../workspace/test-kit.ts';
import { ask } from './asking.fixture.ts';
import { deskOf, NOW } from './desk.fixture.ts';
import type { Desk } from './desk.ts';

describe('halt', () => {
  const halt = (desk: Desk) => ask(desk, { key: 'h', of: 'halt', cycle: 1 });

  it('finds the user’s switch first, then the repository’s, with what it says', async () => {
    const desk = deskOf();
    expect(await halt(desk)).toEqual({ halt: null });
    write(desk.root, { '.agents/rpi/KILL': '' });
    expect(await halt(desk)).toMatchObject({ halt: { cause: 'kill', file: '.agents/rpi/KILL', text: '' } });
    write(desk.root, { '.agents/evolve/STOP': 'until Monday\n' });
    expect(await halt(desk)).toMatchObject({
      halt: { cause: 'stop', file: '.agents/evolve/STOP', text: 'until Monday' },
    });
    write(desk.home, { '.config/evolve/KILL': 'no' });
    expect(await halt(desk)).toMatchObject({ halt: { cause: 'kill', file: join(desk.home, '.config/evolve/KILL') } });
  });

  it('honours one whatever its age, and says when it is old', async () => {
    const desk = deskOf();
    write(desk.root, { '.agents/evolve/STOP': 'x' });
    const path = join(desk.root, '.agents/evolve/STOP');
    utimesSync(path, NOW / 1000 - 3600, NOW / 1000 - 3600);
    expect(await halt(desk)).not.toHaveProperty('halt.old');
    utimesSync(path, NOW / 1000 - 8 * 24 * 3600, NOW / 1000 - 8 * 24 * 3600);
    expect(await halt(desk)).toMatchObject({ halt: { cause: 'stop', old: true } });
  });
});
