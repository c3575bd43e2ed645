import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { evolve, json, repository, temporary } from './support.ts';

/**
 * Benchmarks of which less is better: the cost in `work.txt`. Both count their runs. The noise of the noisy one, 5 % of the
 * score, comes from a hash of that count (splitmix64), its four parts added up, which is nearly normal.
 */
const BENCHMARKS = {
  still: 'read -r cost < work.txt; echo x >> "$1/runs"; echo $cost\n',
  noisy: `read -r cost < work.txt; echo x >> "$1/runs"
n=$2; while read -r _; do n=$((n + 1)); done < "$1/runs"
z=$((n * -7046029254386353131)); z=$(((z ^ ((z >> 30) & 17179869183)) * -4658895280553007687))
z=$(((z ^ ((z >> 27) & 137438953471)) * -7723592293110705685)); z=$((z ^ ((z >> 31) & 8589934591)))
sum=$(((z & 65535) + ((z >> 16) & 65535) + ((z >> 32) & 65535) + ((z >> 48) & 65535)))
echo $((cost * (1000000 + (sum - 131070) * 50000 / 37837)))
`,
};

/** A machine whose speed never changes: what is taken again on a busy one would make the noise depend on how busy it is. */
const TASKSET = `#!/bin/sh
case "$*" in *hrtime*) exec "$3" -e "process.stdin.on('data', (asked) => process.stdout.write('3\\n'.repeat(asked.length)))" ;; esac
PATH=\${PATH#*:} exec taskset "$@"
`;

/** A run whose candidates an agent makes by this shell line; one at a time, so that it is the same each time. */
export function measured(
  { kind, seed = 0 }: { readonly kind: keyof typeof BENCHMARKS; readonly seed?: number },
  agent: string,
  flags: readonly string[],
) {
  const folder = repository({ 'work.txt': '1000\n', 'bench.sh': BENCHMARKS[kind] });
  const outside = temporary();
  writeFileSync(join(outside, 'taskset'), TASKSET);
  chmodSync(join(outside, 'taskset'), 0o755);
  const run = [
    'run',
    `sh bench.sh '${outside}' ${seed}`,
    '--files',
    'work.txt',
    '--direction',
    'min',
    '--parallel',
    '1',
  ];
  const more = ['--allow-write', outside, '--agent', `command:${agent}`, '--yes', '--json', ...flags];
  const report = json(evolve(folder, [...run, ...more], { PATH: `${outside}:${process.env.PATH}` }));
  return { folder, report, runs: readFileSync(join(outside, 'runs'), 'utf8').trim().split('\n').length };
}

export const COMMENT = 'printf "1000\\n# $EVOLVE_CANDIDATE\\n" > work.txt';

/** So many candidates that differ from the seed in a comment alone: no gain is found, or one whose limits hold none. */
export function fruitless(candidates: number, seed: number) {
  const size = ['-k', '10', '-g', '1000', '-s', '1000', '--budget-evals', String(candidates)];
  const { folder, report } = measured({ kind: 'noisy', seed }, COMMENT, [
    ...size,
    '--repeat-limit',
    '16',
    '--sandbox',
    'off',
  ]);
  expect(report.candidates.scored).toBe(candidates);
  const compared = json(evolve(folder, ['log', '-n', '100000', '--json'])).filter(
    ({ event }: { event: { type: string } }) => event.type === 'compared',
  );
  expect(compared.length).toBeGreaterThan(1);
  const { best, improvement } = report;
  if (best.id === 'gen0-seed') expect(improvement).toBeNull();
  else {
    expect(improvement.interval.low).toBeLessThanOrEqual(0);
    expect(improvement.interval.high).toBeGreaterThanOrEqual(0);
    expect(improvement.confirmed).toBe(false);
    const { evaluation } = json(evolve(folder, ['show', best.id, '--json']));
    expect(evaluation.comparisons).toContainEqual(expect.objectContaining({ verdict: 'better' }));
  }
  return report;
}
