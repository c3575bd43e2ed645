import { describe, expect, it } from 'vitest';
import { endOf, play, told, worldOf } from './world.fixture.ts';

describe('a session', () => {
  it('fixes what fails, the heaviest first, and rests when nothing is left', async () => {
    const world = worldOf({ lint: 0, tests: 0, types: 1 });
    await play(world);
    expect(told(world)).toEqual(['1 lint improved', '2 tests improved', '3 idle unchanged', '4 idle unchanged']);
    expect(endOf(world)).toMatchObject({ kind: 'finished', cause: 'dormancy' });
    expect(world.teardowns).toHaveLength(1);
    expect(world.journal.view().counts().open).toBe(0);
  });
});
