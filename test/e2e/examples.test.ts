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
  it('bin packing: the guide shows what the demo does, which has a test of its own', () => {
    const demo = readFileSync(join(import.meta.dirname, '../../scripts/demo.mjs'), 'utf8');
    const list = /const args = \[(.*)\];/.exec(demo)?.[1] ?? '';
    expect([...list.matchAll(/'([^']*)'/g)].map(([, arg]) => arg)).toEqual(shownIn('guide-bin-packing.md'));
  });

  it('circle packing: a larger sum of radii than the grid has', () => {
    const folder = example('circle-packing');
    const search = ['--strategy', 'patient', '--budget-evals', '10', '--seed', '1', '--parallel', '1'];
    const report = json(
      evolve(folder, ['run', 'node bench.js', '--files', 'packing.js', ...search, '--yes', '--json']),
    );
    expect(report.best.score).toBeGreaterThan(2.5423);
    expect(report.best.score).toBeLessThan(2.636);
  });

  it.skipIf(!has('python3'))('scheduling: a better rule than earliest due date (needs python3)', () => {
    const folder = example('scheduling');
    const report = json(evolve(folder, [...shownIn('guide-scheduling.md'), '-g', '3', '--json']));
    expect(report.improvement.confirmed).toBe(true);
    expect(report.improvement.percent).toBeGreaterThan(10);
    const applied = evolve(folder, ['apply']);
    expect(applied.code, applied.stderr).toBe(0);
    const score = Number(spawnSync('python3', ['bench.py'], { cwd: folder, encoding: 'utf8' }).stdout);
    expect(score).toBe(report.best.score);
  });

  // Its score is a timing, so nothing here hangs on who wins; `npm run bench matrix` has the gain.
  it.skipIf(!has('cc'))('matrix: C that still passes its tests (needs cc)', () => {
    const folder = example('matrix');
    const report = json(evolve(folder, [...shownIn('guide-matrix.md'), '-k', '10', '--repeat-limit', '4', '--json']));
    expect(report).toMatchObject({ state: 'finished', candidates: { total: 10, broken: 0 } });
    const board: readonly Row[] = json(evolve(folder, ['leaderboard', '-n', '20', '--json']));
    const wrong = board.filter(({ reason }) => reason?.startsWith('gate tests exited with code 1') === true);
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.map(({ score }) => score)).toEqual(wrong.map(() => null));
    expect(wrong.map(({ id }) => id)).not.toContain(report.best.id);
    const applied = evolve(folder, ['apply']);
    if (report.best.id === 'gen0-seed') expect(applied.stderr).toContain('there is nothing to apply');
    else expect([0, 2]).toContain(applied.code);
    const changed = git(folder, 'diff', '--name-only', `HEAD${applied.code === 0 ? '^' : ''}`, '--', '*.c');
    expect(changed).toBe(applied.code === 0 ? 'multiply.c\n' : '');
    const check = spawnSync('sh', ['-c', 'cc -O1 -o ../test test.c multiply.c -lm && ../test'], { cwd: folder });
    expect(check.status).toBe(0);
  });
});

interface Row {
  readonly id: string;
  readonly score: number | null;
  readonly reason?: string;
}
