import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, git, json, repository, SHELL_SQUARES, SQUARES, temporary, write } from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js'];
const NODE = ['run', 'node bench.js', '--files', 'numbers.js'];

describe('evolve run', () => {
  it('finds better numbers, leaves the repository alone, and hands back a patch that applies', () => {
    const folder = repository(SQUARES);
    const before = fingerprint(folder);
    const result = evolve(folder, [...NODE, '-k', '6', '-g', '4', '-s', '8', '--yes', '--json']);
    const report = json(result);
    expect(report).toMatchObject({
      run: 'r1',
      state: 'finished',
      strategy: 'generations',
      stop: { cause: 'generations' },
    });
    expect(report.baseline).toMatchObject({ id: 'gen0-seed', score: -9 });
    expect(report.best.score).toBeGreaterThan(-9);
    expect(report.best.delta).toBeCloseTo(report.best.score + 9, 9);
    expect(report.sideBySide.baseline).toEqual([-9]);
    expect(report.sideBySide.best).toEqual([report.best.score]);
    expect(report.lineage[0].id).toBe('gen0-seed');
    expect(report.lineage.at(-1).id).toBe(report.best.id);
    expect(report.history).toHaveLength(5);
    expect(fingerprint(folder)).toEqual(before);
    expect(git(folder, 'for-each-ref', '--format=%(refname)')).toBe('refs/evolve/r1/base\nrefs/heads/main\n');
    expect(git(folder, 'status', '--porcelain')).toBe('');

    git(folder, 'apply', report.patch);
    expect(git(folder, 'diff')).toContain('numbers.js');
    const again = evolve(folder, [...NODE, '--fresh', '--dirty', '-g', '1', '-k', '2', '--yes', '--json']);
    expect(json(again).baseline.score).toBe(report.best.score);
  });

  it('reports to people: both measured side by side, lineage, curve, change, how to take it over', () => {
    const folder = repository(SHELL_SQUARES);
    const { stdout, stderr, code } = evolve(folder, [...RUN, '-g', '3', '--yes']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const part of [
      'baseline',
      'generation 1',
      'side by side',
      'Improvement',
      'Lineage',
      'Fitness curve',
      'Change\ndiff --git',
      'Take it over: evolve apply',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(evolve(folder, ['report']).stdout).toContain('Take it over: evolve apply');
  });

  it('pauses at each generation, says what it asks, and goes on when answered', () => {
    const folder = repository(SHELL_SQUARES);
    expect(json(evolve(folder, [...RUN, '--json']))).toMatchObject({ state: 'paused', generation: 1 });
    const status = json(evolve(folder, ['status', '--json']));
    expect(status).toMatchObject({
      state: 'paused',
      question: { id: 'gen1', options: ['continue', 'inspect', 'adjust', 'stop', 'discard'].map((name) => ({ name })) },
    });
    expect(evolve(folder, ['answer', 'gen1', 'perhaps'])).toMatchObject({ code: 2 });
    expect(evolve(folder, ['answer', 'gen9', 'stop']).stderr).toContain('It asks gen1: continue, inspect');
    expect(json(evolve(folder, ['answer', 'gen1', 'continue', '--json']))).toMatchObject({
      state: 'paused',
      generation: 2,
    });
    expect(json(evolve(folder, ['answer', 'gen2', 'stop', '--no-wait', '--json']))).toMatchObject({
      state: 'interrupted',
    });
    expect(json(evolve(folder, [...RUN, '--resume', '--json']))).toMatchObject({
      run: 'r1',
      state: 'finished',
      stop: { cause: 'request' },
    });
    expect(json(evolve(folder, [...RUN, '--json']))).toMatchObject({ run: 'r2', state: 'paused' });
  });

  it('has the status and leaderboard that machines read', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '-g', '2', '--goal', 'nearer to 3', '--yes', '--json']));
    const status = json(evolve(folder, ['status', '--json']));
    expect(status).toMatchObject({
      run: 'r1',
      strategy: 'generations',
      state: 'finished',
      generation: 2,
      baseline: { id: 'gen0-seed', score: -9 },
      proposals: { made: 6, unchanged: 0, dropped: 0 },
      candidates: { total: 6, broken: 0 },
      stale: { limit: 3 },
      goal: 'nearer to 3',
      budget: { evaluationsSpent: expect.any(Number) },
      stop: { cause: 'generations' },
    });
    expect(status.candidates.scored + status.candidates.invalid).toBe(6);
    expect(status.history[0]).toEqual({ generation: 0, best: -9, avg: -9, delta: null });
    const board = json(evolve(folder, ['leaderboard', '--json']));
    expect(board).toHaveLength(6);
    expect(board[0]).toMatchObject({
      rank: 1,
      parents: expect.any(Array),
      operator: expect.any(String),
      lens: null,
      status: 'alive',
    });
    expect(board.filter((row: { status: string }) => row.status === 'alive')).toHaveLength(2);
    const [best] = board;
    expect(json(evolve(folder, ['show', best.id, '--json']))).toMatchObject({
      score: best.score,
      candidate: { id: best.id },
    });
    expect(evolve(folder, ['show', 'best']).stdout).toContain('Commit');
    expect(evolve(folder, ['diff', best.id]).stdout).toContain('--- a/numbers.js');
    expect(json(evolve(folder, ['diff', best.id, 'parent', '--json'])).to).toBe(best.id);
    expect(json(evolve(folder, ['runs', '--json']))).toMatchObject([{ run: 'r1', state: 'finished' }]);
    expect(evolve(folder, ['log', '-f']).stdout).toContain('finished:');
  });

  it('continues, refuses and starts anew as the flags say', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '-g', '2', '--yes', '--json']));
    const finished = json(evolve(folder, [...RUN, '--resume', '--json']));
    expect(finished).toMatchObject({ run: 'r1', state: 'finished', generation: 2 });
    expect(json(evolve(folder, [...RUN, '--resume', '-g', '3', '--yes', '--json']))).toMatchObject({
      run: 'r1',
      generation: 3,
    });
    for (const other of [
      ['--seed', '2'],
      ['--direction', 'min'],
      ['--gate', 'true'],
    ]) {
      const refused = evolve(folder, [...RUN, '--resume', ...other]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('--fresh');
    }
    expect(json(evolve(folder, [...RUN, '--json']))).toMatchObject({ run: 'r2', state: 'paused' });
    expect(json(evolve(folder, [...RUN, '--yes', '-g', '2', '--json']))).toMatchObject({
      run: 'r2',
      state: 'finished',
    });
    expect(json(evolve(folder, [...RUN, '--fresh', '--json']))).toMatchObject({ run: 'r3' });
    expect(json(evolve(folder, ['run', 'sh  bench.sh', '--files', 'numbers.js', '--resume', '--json']))).toMatchObject({
      run: 'r4',
    });
    expect(json(evolve(folder, ['status', '--run', 'r1', '--json']))).toMatchObject({ run: 'r1', state: 'finished' });
  });

  it('stops at a target, and at a budget that counts candidates and nothing else', () => {
    const folder = repository(SHELL_SQUARES);
    const target = json(evolve(folder, [...RUN, '--stop-at', '-8.9', '-g', '50', '-s', '50', '--yes', '--json']));
    expect(target.stop).toMatchObject({ cause: 'target' });
    const budget = json(
      evolve(folder, [
        ...RUN,
        '--fresh',
        '--budget-evals',
        '7',
        '-g',
        '50',
        '-s',
        '50',
        '--repeat',
        '2',
        '--yes',
        '--json',
      ]),
    );
    expect(budget).toMatchObject({ stop: { cause: 'evaluations' }, budget: { evaluations: 7, evaluationsSpent: 7 } });
    const minutes = json(
      evolve(folder, [...RUN, '--fresh', '--budget-minutes', '0.0001', '-g', '50', '--yes', '--json']),
    );
    expect(minutes).toMatchObject({ stop: { cause: 'minutes' }, generation: 1 });
  });

  it('reads a JSON score in the direction asked for, from a sub-folder', () => {
    const folder = repository({
      'pkg/numbers.js': 'export const n = [1.5, 8];\n',
      'pkg/package.json': '{"type":"module"}',
      'pkg/bench.js':
        "import { n } from './numbers.js';\nconsole.log(JSON.stringify({ score: 0, metrics: { cost: Math.abs(n[0] - 4) + Math.abs(n[1] - 2) } }));\n",
    });
    const report = json(
      evolve(join(folder, 'pkg'), [
        ...NODE,
        '--direction',
        'min',
        '--metric',
        'cost',
        '-k',
        '6',
        '-g',
        '2',
        '--yes',
        '--json',
      ]),
    );
    expect(report.baseline.score).toBe(8.5);
    expect(report.best.score).toBeLessThan(8.5);
    expect(report.files).toEqual(['pkg/numbers.js']);
    expect(existsSync(join(folder, '.evolve'))).toBe(true);
    expect(existsSync(join(folder, 'pkg/.evolve'))).toBe(false);
    git(folder, 'apply', report.patch);
    expect(evolve(join(folder, 'pkg'), ['status', '--json']).code).toBe(0);
  });

  it('works in a folder that is no repository', () => {
    const folder = temporary();
    write(folder, SHELL_SQUARES);
    const before = fingerprint(folder);
    const report = json(evolve(folder, [...RUN, '-g', '3', '--yes', '--json']));
    expect(report.best.score).toBeGreaterThan(-9);
    expect(fingerprint(folder)).toEqual(before);
    expect(existsSync(join(folder, '.git'))).toBe(false);
  });
});
