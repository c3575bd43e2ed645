import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, git, json, temporary } from './support.ts';

const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

/** A repository with an example in it. */
function example(name: string): string {
  const folder = join(temporary(), name);
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, '../../examples', name), folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@localhost');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'start');
  return folder;
}

/** The arguments of the `evolve run` that a guide shows. */
function shownIn(guide: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', guide), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const line = /^\s+evolve (run .*)$/m.exec(text)?.[1] ?? '';
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

describe('the examples, as their guides run them', () => {
  it('bin packing: better numbers than best fit', () => {
    const folder = example('bin-packing');
    const report = json(evolve(folder, [...shownIn('guide-bin-packing.md'), '--strategy', 'patient', '--json']));
    expect(report.improvement.confirmed).toBe(true);
    expect(report.improvement.percent).toBeGreaterThan(20);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('circle packing: a larger sum of radii than the grid has', () => {
    const folder = example('circle-packing');
    const search = ['--strategy', 'patient', '--budget-evals', '25', '--seed', '1', '--parallel', '1'];
    const report = json(
      evolve(folder, ['run', 'node bench.js', '--files', 'packing.js', ...search, '--yes', '--json']),
    );
    expect(report.best.score).toBeGreaterThan(2.5423);
    expect(report.best.score).toBeLessThan(2.636);
  });

  it.skipIf(!has('python3'))('scheduling: a better rule than earliest due date (needs python3)', () => {
    const folder = example('scheduling');
    const report = json(evolve(folder, [...shownIn('guide-scheduling.md'), '--json']));
    expect(report.improvement.confirmed).toBe(true);
    expect(report.improvement.percent).toBeGreaterThan(10);
    const applied = evolve(folder, ['apply']);
    expect(applied.code, applied.stderr).toBe(0);
    const score = Number(spawnSync('python3', ['bench.py'], { cwd: folder, encoding: 'utf8' }).stdout);
    expect(score).toBe(report.best.score);
  });

  it.skipIf(!has('cc'))('matrix: faster C that still passes its tests (needs cc)', () => {
    const folder = example('matrix');
    const report = json(evolve(folder, [...shownIn('guide-matrix.md'), '--json']));
    expect(report.improvement.confirmed).toBe(true);
    expect(report.candidates.invalid).toBeGreaterThan(0);
    expect(evolve(folder, ['apply']).code).toBe(0);
    const check = spawnSync('sh', ['-c', 'cc -O1 -o ../test test.c multiply.c -lm && ../test'], { cwd: folder });
    expect(check.status).toBe(0);
  });
});
