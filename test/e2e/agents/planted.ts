import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ScriptData } from '../../fake/model/scripts.mjs';
import { evolve, fingerprint, json, repository, SHELL_SQUARES } from '../support.ts';
import type { AgentName } from './homes.ts';
import { runScripted } from './support.ts';

/** The improvement that the model knows of. */
export const PLANTED = {
  path: 'numbers.js',
  find: 'module.exports = [1.0, 20, 0.5];',
  replace: 'module.exports = [3.0, 30, 0.3];',
  summary: 'Raised all three',
};

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '2', '-g', '1', '--yes', '--json'];

/** A whole run with an agent and a scripted model; the user's files must stay as they are. */
export async function runWith(
  agent: AgentName,
  spec: string,
  script: ScriptData,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const folder = repository(SHELL_SQUARES);
  const before = fingerprint(folder);
  const ran = await runScripted(folder, [...RUN, '--agent', spec, ...flags], script, { agents: [agent], env });
  expect(fingerprint(folder)).toEqual(before);
  const noted = (file: string): string => readFileSync(join(folder, '.evolve/r1/candidates/gen1-1', file), 'utf8');
  return { ran, noted, shown: (id: string) => json(evolve(folder, ['show', id, '--json'])) };
}

/** The run finds what was planted, and calls the model no more often than needed. */
export async function findsPlanted(
  agent: AgentName,
  spec: string,
  flags: readonly string[],
  mode: RegExp,
  not: RegExp,
) {
  const { ran, noted, shown } = await runWith(agent, spec, { edit: PLANTED }, flags);
  expect(json(ran).best, `${ran.stderr}\n${noted('agent.log')}`).toMatchObject({ score: 0 });
  expect(shown('best').candidate.summary).toBe(PLANTED.summary);
  expect(ran.calls.length).toBeLessThanOrEqual(6);
  const asked = ran.calls.map(({ body }) => JSON.stringify(body)).join('\n');
  expect(noted('agent.log') + asked).toMatch(mode);
  expect(noted('agent.log') + asked).not.toMatch(not);
  expect(noted('agent.log')).not.toContain('sk-scripted-0123456789');
}
