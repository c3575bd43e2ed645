import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { experimentingOf } from '../experimenting.ts';
import { adjustableOf, fixedOf } from '../settings.ts';
import { keepProject, projectPath, projectText } from './project.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const input = { gate: ['unit=npm test'], holdout: 'node secret.js', direction: 'min' as const, goal: 'fewer steps' };
const config = {
  identity: { strategy: 'rounds' as const, fitness: 'node bench.js', folder: 'pkg', files: ['pkg/a b.js'] },
  fixed: fixedOf(input),
  adjustable: { ...adjustableOf(input), experiments: experimentingOf({}) },
};
const baseline = (samples: readonly number[]) => ({
  outcome: 'scored' as const,
  epoch: 1,
  samples,
  comparisons: [],
  metrics: {},
  tasks: { t1: 1, t2: 0 },
  channel: 'number' as const,
  stages: [],
});

describe('project.md', () => {
  it('says what everybody must know, and nothing of what is held out', () => {
    const text = projectText({ run: 'r1', config, baseline: baseline([3, 3, 3]), said: ['checked: 2 tricks worked'] });
    for (const part of [
      'Goal: fewer steps',
      '`node bench.js`, in pkg',
      'lower is better',
      'Baseline (`root`): 3.',
      'Deterministic: 3 runs',
      '2 tasks: t1, t2',
      '`pkg/a b.js`',
      'unit (pre): `npm test`',
      '.evolve/r1/experiments/ID/attempts/NNN/',
      'checked: 2 tricks worked',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('secret');
  });

  it('says how far a noisy score scatters', () => {
    expect(projectText({ run: 'r1', config, baseline: baseline([10, 11, 10]) })).toMatch(/Noisy: 3 runs .* about \d+/);
  });

  it('is written anew until a person has edited it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'galapagos-project-'));
    folders.push(folder);
    const read = () => readFileSync(projectPath(folder), 'utf8');
    expect(keepProject(folder, 'one\n')).toBe('written');
    expect(keepProject(folder, 'two\n')).toBe('written');
    expect(read()).toMatch(/^two\n/);
    appendFileSync(projectPath(folder), 'mine\n');
    expect(keepProject(folder, 'three\n')).toBe('kept');
    expect(read()).toMatch(/^two\n[\s\S]*mine\n$/);
  });
});
