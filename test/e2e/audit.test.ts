import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, json, repository, SHELL_SQUARES } from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '1', '-k', '2', '--yes'];

it('flags a change that goes for the measurement, and leaves its score alone', () => {
  const folder = repository(SHELL_SQUARES);
  const agent =
    'if [ "$EVOLVE_CANDIDATE" = gen1-1 ]; then printf "module.exports = [2.0, 20, 0.5];\\nperformance.now = () => 0; // bench.sh\\nprocess.exit(0);\\n" > numbers.js; ' +
    'else printf "module.exports = [1.5, 20, 0.5];\\n" > numbers.js; fi';
  const bench = 'sh bench.sh | head -1';
  const result = evolve(folder, ['run', bench, ...RUN.slice(2), '--agent', `command:${agent}`]);
  expect(result.code, result.stderr).toBe(0);
  const shown = json(evolve(folder, ['show', 'gen1-1', '--json']));
  expect(shown.evaluation.flags).toEqual([
    { rule: 'patches a timer', path: 'numbers.js', line: 2, text: 'performance.now = () => 0; // bench.sh' },
    { rule: 'ends the process, or waits for its end', path: 'numbers.js', line: 3, text: 'process.exit(0);' },
  ]);
  expect(shown.score).toBeCloseTo(-6);
  expect(json(evolve(folder, ['show', 'gen1-2', '--json'])).evaluation.flags).toBeUndefined();
  expect(evolve(folder, ['show', 'gen1-1']).stdout).toContain(
    'Looks like an attempt at the measurement\n  patches a timer',
  );
  expect(evolve(folder, ['leaderboard']).stdout).toContain('flagged: patches a timer');
  expect(evolve(folder, ['report']).stdout).toContain('Looks like an attempt at the measurement');
  evolve(folder, ['report', '--html', 'r.html']);
  expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('patches a timer: numbers.js:2');
});

it('measures cheaply first, and the rest only of those that do well there', () => {
  const folder = repository({ ...SHELL_SQUARES, 'quick.sh': 'sed "s/.*\\[//; s/,.*//" numbers.js\n' });
  const agent =
    'if [ "$EVOLVE_CANDIDATE" = gen1-1 ]; then a=0.5; else a=2.0; fi; echo "module.exports = [$a, 20, 0.5];" > numbers.js';
  const cascade = ['--cascade', 'quick=100%:sh quick.sh', '--cascade', '0:sh quick.sh'];
  const result = evolve(folder, [...RUN, '--agent', `command:${agent}`, ...cascade]);
  expect(result.code, result.stderr).toBe(0);
  const rows = json(evolve(folder, ['export', '--json']));
  expect(new Set(rows.map(({ status }: { status: string }) => status))).toEqual(new Set(['alive', 'invalid']));
  for (const { id, status, metrics, reason } of rows) {
    const { evaluation } = json(evolve(folder, ['show', id, '--json']));
    const stages = evaluation.stages.map(({ stage }: { stage: string }) => stage);
    if (status === 'invalid') {
      expect(reason).toMatch(/^rung quick scored \S+, below 1$/);
      expect(stages).toEqual(['seal', 'rung quick']);
    } else {
      expect(metrics['cascade/quick']).toBeGreaterThanOrEqual(1);
      expect(stages).toEqual(['seal', 'rung quick', 'rung rung2', 'benchmark']);
    }
  }
  expect(json(evolve(folder, ['show', 'seed', '--json'])).evaluation.metrics['cascade/quick']).toBe(1);
});

it('refuses a cascade that the seed does not pass', () => {
  const folder = repository(SHELL_SQUARES);
  const result = evolve(folder, [...RUN, '--operator', 'tune', '--cascade', 'quick=5:echo 3']);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('does not pass its own cascade: rung quick scored 3, below 5');
});

it('measures what has the same syntax as the seed, or skips it when told so', () => {
  const agent = 'printf "// %s\\n" "$EVOLVE_CANDIDATE" >> numbers.js';
  const outcomes = ['tree', 'syntax'].map((dedupe) => {
    const folder = repository(SHELL_SQUARES);
    const result = evolve(folder, [...RUN, '--agent', `command:${agent}`, '--dedupe', dedupe]);
    expect(result.code, result.stderr).toBe(0);
    return json(evolve(folder, ['export', '--json'])).map(({ sameAs }: { sameAs: string | null }) => sameAs);
  });
  expect(outcomes).toEqual([
    [null, null, null],
    [null, 'gen0-seed', 'gen0-seed'],
  ]);
});
