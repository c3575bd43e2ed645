import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { evolve, fingerprint, json, processesWith, repository, SHELL_SQUARES, temporary } from '../support.ts';
import type { AgentName } from './homes.ts';
import { PLANTED } from './planted.ts';
import { itNeeds, runScripted } from './support.ts';

const SCRIPTS = pathToFileURL(join(import.meta.dirname, '../../fake/model/scripts.mjs')).href;
const TOOLS = pathToFileURL(join(import.meta.dirname, '../../fake/model/tools.mjs')).href;

/** A model that has another script for each candidate, which agents name by their working directory. */
function scriptFile(scripts: Readonly<Record<string, string>>): string {
  const file = join(temporary(), 'script.mjs');
  const named = Object.entries(scripts).map(([id, script]) => `  ${JSON.stringify(id)}: ${script},`);
  const lines = [
    `import { daemon, edit, forever } from '${SCRIPTS}';`,
    `import { shellCall } from '${TOOLS}';`,
    `const planted = ${JSON.stringify(PLANTED)};`,
    // The parent of a command is the agent.
    'const half = "printf \'module.exports = [3, 3\' > numbers.js; kill -9 $PPID";',
    'const killed = () => (call) => call.tools.length === 0 ? { text: "" } : { toolCalls: [shellCall(call, half)] };',
    'const slowly = (script) => (call) => ({ ...script(call), delayMs: 100 });',
    `const scripts = {\n${named.join('\n')}\n};`,
    'const nobody = () => ({ status: 400, message: "whose call is this?" });',
    'const idOf = ({ body }) => /work-(gen1-\\d)/.exec(JSON.stringify(body))?.[1];',
    'export const script = (call) => (scripts[idOf(call)] ?? nobody)(call);',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '1', '--yes', '--json', '--agent-timeout', '20s'];

/** A run with one candidate for each script, all at once. */
async function runWith(agent: AgentName, scripts: Readonly<Record<string, string>>) {
  const folder = repository(SHELL_SQUARES);
  const before = fingerprint(folder);
  const k = String(Object.keys(scripts).length);
  const flags = ['-k', k, '--parallel', k, '--agent', agent, '--price', `${agent}=2/10`];
  const ran = await runScripted(folder, [...RUN, ...flags], scriptFile(scripts), { agents: [agent] });
  const end = json(ran);
  expect(fingerprint(folder)).toEqual(before);
  expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
  expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
  expect(readdirSync(join(folder, '.evolve/locks/r1'))).toEqual([]);
  expect(end.cost).toMatchObject({ calls: Number(k), unpriced: 0, pending: { calls: 0 }, lost: { calls: 0 } });
  const shown = Object.keys(scripts).map((id) => json(evolve(folder, ['show', id, '--json'])));
  shown.forEach(({ calls: [call] }, index) => {
    const asked = ran.calls.filter(({ body }) => JSON.stringify(body).includes(`work-gen1-${index + 1}`));
    const inputs = asked.map(({ usage }) => usage?.input ?? 0);
    const billed = inputs.reduce((sum, one) => sum + one, 0);
    const name = `${agent} ${call.key} ${call.outcome}`;
    // Of one that is ended, the request that was under way may be missing.
    const least = call.outcome === 'answered' ? billed : billed - Math.max(...inputs);
    expect(call.usage.input, name).toBeGreaterThanOrEqual(least);
    if (call.outcome === 'answered') expect(call.usage.input, name).toBe(billed);
    expect(call.usd, name).toBeGreaterThan(0);
  });
  return { end, shown };
}

let daemons = 0;
const secondsOf = (): string => `7${process.pid}.${++daemons}5`;

const LEFT = { best: { score: 0 }, state: 'finished' };

describe('an agent that goes wrong', () => {
  for (const agent of ['claude', 'codex'] as const)
    itNeeds(agent, `${agent} loops, leaves a daemon and is killed in mid-edit`, async () => {
      const seconds = secondsOf();
      const { end, shown } = await runWith(agent, {
        'gen1-1': 'slowly(forever())',
        'gen1-2': `daemon({ ...planted, seconds: ${seconds} })`,
        'gen1-3': 'killed()',
      });
      expect(processesWith(seconds)).toEqual([]);
      expect(end).toMatchObject({ ...LEFT, proposals: { dropped: 2 }, candidates: { total: 1 } });
      expect(shown.map(({ dropped }) => dropped)).toEqual([
        { kind: 'failed', reason: `${agent} ran longer than 20 s` },
        undefined,
        { kind: 'failed', reason: expect.stringMatching(`^${agent} was ended by SIGKILL`) },
      ]);
    });

  itNeeds('gemini', 'gemini loops and leaves a daemon', async () => {
    const seconds = secondsOf();
    const { end, shown } = await runWith('gemini', {
      'gen1-1': 'slowly(forever())',
      'gen1-2': `daemon({ ...planted, seconds: ${seconds} })`,
    });
    expect(processesWith(seconds)).toEqual([]);
    expect(end).toMatchObject({ ...LEFT, proposals: { dropped: 1 }, candidates: { total: 1 } });
    expect(shown[0].dropped).toEqual({ kind: 'failed', reason: 'gemini ran longer than 20 s' });
  });
});
