import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { essence, evolve, json, repository, temporary } from './support.ts';

/** A score that is the sum of the numbers in src; a file that is no number fails. */
const SUMS = {
  'src/one.txt': '1\n',
  'src/two.txt': '2\n',
  'bench.sh': `cat src/*.txt | awk '/[^0-9]/ { print "not a number: " $0 > "/dev/stderr"; exit 1 } { sum += $1 } END { print sum }'\n`,
};

function agentOf(script: string): string {
  const file = join(temporary(), 'agent.sh');
  writeFileSync(file, script);
  return `command:sh '${file}' {prompt_file}`;
}

const run = (agent: string, ...flags: readonly string[]) => [
  ...['run', 'sh bench.sh', '--files', 'src/**', '-g', '1', '--yes', '--json', '--agent', agent],
  ...flags,
];

describe('a candidate that fails', () => {
  /** The second and third are broken; the second is mended, the third stays as it is broken. */
  const script = [
    'case $EVOLVE_CANDIDATE in',
    '  gen1-2) echo oops > src/two.txt;;',
    '  gen1-2r) grep -q "not a number: oops" "$1" && grep -q oops src/two.txt && echo 40 > src/two.txt;;',
    '  gen1-3) echo ouch > src/one.txt;;',
    '  gen1-3r) echo still wrong > src/one.txt;;',
    '  *) echo 3 > src/two.txt;;',
    'esac',
  ].join('\n');

  it('is mended once from its error, by the same author, and the same at any width', () => {
    const [narrow, wide] = ['1', '4'].map((parallel) => {
      const folder = repository(SUMS);
      const status = json(evolve(folder, run(agentOf(script), '-k', '3', '--parallel', parallel)));
      expect(status).toMatchObject({
        best: { id: 'gen1-2r', score: 41 },
        proposals: { made: 5 },
        candidates: { total: 5, scored: 2, invalid: 3 },
      });
      return folder;
    });
    const shown = json(evolve(narrow ?? '', ['show', 'gen1-2r', '--json']));
    expect(shown.proposal).toMatchObject({ operator: 'repair', parents: ['gen1-2'], by: 'command' });
    const prompt = readFileSync(join(narrow ?? '', '.evolve/r1/candidates/gen1-2r/prompt.md'), 'utf8');
    expect(prompt).toContain('# Mend this version');
    expect(essence(wide ?? '')).toEqual(essence(narrow ?? ''));
  });

  it('comes to the same when the run is killed at any step', () => {
    const args = run(agentOf(script), '-k', '2', '--parallel', '2');
    const [whole, killed] = [repository(SUMS), repository(SUMS)];
    json(evolve(whole, args));
    let kills = 0;
    for (let at = 3; kills < 9; at += 2, kills++) {
      const ran = evolve(killed, [...args, '--resume'], { GALAPAGOS_KILL_AT: String(at) });
      if (ran.signal === null) break;
    }
    json(evolve(killed, [...args, '--resume']));
    expect(kills).toBeGreaterThan(2);
    expect(essence(killed)).toEqual(essence(whole));
  });
});
