import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, json, repository, SHELL_SQUARES, temporary } from '../e2e/support.ts';

/** Numbers that hang on the prompt, in a file that two parents can't both change. */
const WRITER =
  'n=$(cksum < "$1" | cut -c 1-3); echo "module.exports = [1.$n, 2$n, 0.$n];" > numbers.js; echo "by $EVOLVE_CANDIDATE"\n';

function args(): readonly string[] {
  const file = join(temporary(), 'agent.sh');
  writeFileSync(file, WRITER);
  return ['run', 'sh bench.sh', '--files', 'numbers.js', '--agent', `command:sh '${file}' {prompt_file}`, '--yes'];
}

it('200 candidates of an agent are replayed the same', () => {
  const folder = repository(SHELL_SQUARES);
  const size = ['-k', '20', '-g', '30', '-s', '30', '--budget-evals', '200'];
  json(evolve(folder, [...args(), ...size, '--parallel', '8', '--parallel-bench', '4', '--json']));
  const { candidates } = json(evolve(folder, ['status', '--json']));
  expect(candidates.total).toBeGreaterThanOrEqual(200);
  expect(evolve(folder, ['replay'])).toMatchObject({ code: 0 });
});

it('runs that were killed at any boundary and driven on are replayed the same', () => {
  const run = [...args(), '-k', '3', '-g', '2', '--parallel', '2', '--resume'];
  let kills = 0;
  for (let at = 20; ; at += 3) {
    const folder = repository(SHELL_SQUARES);
    if (evolve(folder, run, { GALAPAGOS_KILL_AT: String(at) }).signal === null) break;
    kills += 1;
    json(evolve(folder, [...run, '--json']));
    expect({ at, ...evolve(folder, ['replay']) }).toMatchObject({ at, code: 0 });
  }
  expect(kills).toBeGreaterThan(10);
});
