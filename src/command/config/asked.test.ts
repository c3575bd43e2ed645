import { describe, expect, it } from 'vitest';
import type { RunInput } from '../settings.ts';
import { merged } from './asked.ts';

const file = (input: RunInput) => ({ name: '../evolve.yaml', folder: '/repo/pkg', input });
const HERE = '/repo/pkg/src';
const ROOT = '/repo';

describe('flags over a file', () => {
  it('happens in the file’s folder when the file names the fitness', () => {
    const asked = merged({}, file({ fitness: 'make', files: ['a.js'], input: ['data'] }), HERE, ROOT);
    expect(asked).toEqual({
      input: { fitness: 'make', files: ['a.js'], input: ['data'] },
      folder: '/repo/pkg',
      filesFolder: '/repo/pkg',
      from: '../evolve.yaml',
    });
  });

  it('takes paths of flags from the caller’s folder', () => {
    const flags = { files: ['b.js'], input: ['d:inputs/a/../b', '/abs'] };
    expect(merged(flags, file({ fitness: 'make', files: ['a.js'], input: ['data'] }), HERE, ROOT)).toMatchObject({
      input: { files: ['b.js'], input: ['src/d:inputs/a/../b', '/abs'] },
      folder: '/repo/pkg',
      filesFolder: HERE,
    });
  });

  it('happens where the caller is when the caller names the fitness', () => {
    expect(
      merged({ fitness: 'x' }, file({ fitness: 'make', files: ['a.js'], input: ['data'] }), HERE, ROOT),
    ).toMatchObject({
      input: { fitness: 'x', files: ['a.js'], input: ['../data'] },
      folder: HERE,
      filesFolder: '/repo/pkg',
    });
  });

  it('lets flags win, lists as a whole, and one of two rivals', () => {
    const written: RunInput = { k: 4, generations: 7, yes: true, gate: ['a', 'b'], agent: ['command:x'] };
    const { input } = merged({ k: 8, yes: false, gate: ['c'], operator: 'tune' }, file(written), HERE, ROOT);
    expect(input).toEqual({ k: 8, generations: 7, yes: false, gate: ['c'], operator: 'tune' });
  });

  it('leaves out what the file says of another search than the flags', () => {
    const over = (flags: RunInput, written: RunInput) => merged(flags, file(written), HERE, ROOT).input;
    expect(over({ k: 8 }, { strategy: 'patient', plateau: 9, control: 0.2, generations: 3 })).toEqual({
      k: 8,
      generations: 3,
    });
    expect(over({ strategy: 'patient' }, { k: 4, stale: 2, plateau: 9 })).toEqual({ strategy: 'patient', plateau: 9 });
    const axes = [{ metric: 'size', bins: 9 }];
    const objective = [{ metric: 'size', direction: 'min' as const }];
    expect(over({ strategy: 'greedy' }, { grid: axes })).toEqual({ strategy: 'greedy' });
    expect(over({ strategy: 'grid' }, { grid: axes })).toEqual({ strategy: 'grid', grid: axes });
    expect(over({ objective }, { strategy: 'grid', grid: axes })).toEqual({ objective });
    expect(over({ plateau: 3 }, { strategy: 'grid', grid: axes })).toMatchObject({ strategy: 'grid', grid: axes });
  });

  it('takes held-out inputs from where they are written, and what may be reached from the root', () => {
    const written = {
      fitness: 'make',
      holdout: 'make hidden',
      holdoutInput: ['hidden'],
      allowRead: ['data', 'build:cache', '/abs', '~/x', 'fitness:~/y'],
      allowWrite: ['out'],
    };
    expect(merged({ allowWrite: ['gates:here'] }, file(written), HERE, ROOT).input).toMatchObject({
      holdoutInput: ['hidden'],
      allowRead: ['pkg/data', 'build:pkg/cache', '/abs', '~/x', 'fitness:~/y'],
      allowWrite: ['gates:pkg/src/here'],
    });
    expect(merged({ holdoutInput: ['mine'] }, file(written), HERE, ROOT).input.holdoutInput).toEqual(['src/mine']);
  });

  it('forgets the settings of what a flag switches off', () => {
    const { input } = merged({ warm: false }, file({ warm: true, warmUses: 5, trust: true }), HERE, ROOT);
    expect(input).toEqual({ warm: false });
  });
});

it('keeps the other roles of the file when a flag names the author', () => {
  const file = { name: 'evolve.yaml', folder: '/r', input: { agent: ['claude', 'judge=codex'] } };
  expect(merged({ agent: ['pi'] }, file, '/r', '/r').input.agent).toEqual(['pi', 'judge=codex']);
  expect(merged({ operator: 'tune' }, file, '/r', '/r').input).toEqual({ operator: 'tune', agent: ['judge=codex'] });
});
