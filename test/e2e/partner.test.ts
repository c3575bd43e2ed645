import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, json, repository, temporary } from './support.ts';

const FILES = {
  'src/solver.js': 'exports.name = "none";\n',
  'bench.js':
    'const { rate } = require("./src/solver.js");\nconsole.log(rate === undefined ? 0 : 100 - Math.abs(rate - 40));\n',
};

/** The first idea is good and its constant bad; the others are no good. */
const SCRIPT = [
  'case $EVOLVE_CANDIDATE in',
  '  c1) echo "exports.rate = 10.5;" > src/solver.js;;',
  '  *) echo "exports.rate = -1$' + '{EVOLVE_CANDIDATE#c};" > src/solver.js;;',
  'esac',
].join('\n');

function run(...flags: readonly string[]): { folder: string; ran: ReturnType<typeof evolve> } {
  const folder = repository(FILES);
  const agent = join(temporary(), 'agent.sh');
  writeFileSync(agent, SCRIPT);
  const author = ['--agent', `command:sh '${agent}'`, '--parallel', '1', '--yes', '--json'];
  const ran = evolve(folder, ['run', 'node bench.js', '--files', 'src/**', ...author, ...flags]);
  return { folder, ran };
}

it("the bad constant of an agent's good idea is tuned before the run may end", () => {
  const { folder, ran } = run('--strategy', 'patient', '--plateau', '2', '--control', '0');
  expect(ran.stderr).toMatch(/^the built-in operators tune the numbers of each new best \(--partner\);/m);
  const best = json(ran).best;
  expect(best.score).toBeGreaterThan(90);
  const { proposal } = json(evolve(folder, ['show', best.id, '--json']));
  expect(proposal).toMatchObject({ by: 'tune', arm: 'partner', edit: { of: 'c1' } });
  expect(evolve(folder, ['replay']).code).toBe(0);
});

it('it is not where --partner is 0, and not for generations', () => {
  const untuned = run('--strategy', 'patient', '--plateau', '2', '--control', '0', '--partner', '0').ran;
  expect(untuned.stderr).not.toContain('the built-in operators');
  expect(json(untuned).best).toMatchObject({ id: 'c1', score: 70.5 });
  const { code, stderr } = run('--strategy', 'generations', '--partner', '5').ran;
  expect(code).not.toBe(0);
  expect(stderr).toContain('--partner is not for --strategy generations');
});
