import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { documentOf, modelAt, place, served, wrote } from './model.ts';
import { evolve, json, SHELL_SQUARES, temporary } from './support.ts';

const STEADY = ['--strategy', 'patient', '--parallel', '3', '--seed', '3'];

const idleIn = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'proposed' && event.proposal.arm === 'idle' ? [event.proposal.id] : []));

/** A replay gives the same events. */
const replays = (folder: string): void => {
  const { code, stdout, stderr } = evolve(folder, ['replay', '--json']);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'same' });
};

/** An agent that names the candidate in what it writes; all but the first ones wait for a file. */
function waitingAgent(file: string): { readonly agent: string; readonly gone: () => void } {
  const script = join(temporary(), 'agent.sh');
  const wait = `case $EVOLVE_CANDIDATE in c1|c2|c3);; *) until test -e '${file}'; do sleep 0.05; done;; esac\n`;
  const line = '"module.exports = [$(cksum < "$1" | cut -c 1-2) / 10, 20, 0.5]; // $EVOLVE_CANDIDATE"';
  writeFileSync(script, `${wait}echo ${line} > numbers.js\n`);
  return { agent: `command:sh '${script}' {prompt_file}`, gone: () => rmSync(script) };
}

describe('idle slots', () => {
  it('are filled while a model thinks, shown apart, and replayed with its server off', async () => {
    const at = place();
    // The first ones answer at once: free operators have no share of an empty record.
    const server = await served(async ({ number }) => {
      while (number > 3 && at.status().arms.idle === 0);
      return { text: wrote(`${(number * 79) % 31}, 20, 0.5`) };
    });
    const flags = [...STEADY, '--idle', '0.8', '--budget-evals', '16', '--agent', modelAt(server)];
    const ran = await at.run(flags).ended;
    expect(ran).toMatchObject({ code: 0 });
    await server.close();
    const idle = idleIn(at.events());
    expect(documentOf(ran).budget.evaluationsSpent).toBe(16);
    const { arms } = at.status();
    expect(arms.idle).toBeGreaterThan(0);
    expect(arms.idle).toBeLessThanOrEqual(0.8 * 16);
    expect(evolve(at.folder, ['report']).stdout).toMatch(/\d+ evaluations? by free operators while agents thought/);
    const board: readonly { id: string; arm?: string }[] = json(evolve(at.folder, ['leaderboard', '--json']));
    for (const { id, arm } of board) expect(arm === 'idle').toBe(idle.includes(id));
    replays(at.folder);
    at.clean();
  });

  it('never keep an agent waiting: what runs there is ended at once', async () => {
    const outside = temporary();
    const started = join(outside, 'started');
    const { agent, gone } = waitingAgent(started);
    // Whoever is measured without having been written by an agent for itself takes for ever.
    const own = 'test "$EVOLVE_CANDIDATE" = seed || grep -q "// $EVOLVE_CANDIDATE$" numbers.js';
    const endless = `${own} || { : > '${started}'; exec sleep 600; }\n`;
    const at = place({ ...SHELL_SQUARES, 'bench.sh': `${endless}${SHELL_SQUARES['bench.sh']}` });
    const flags = [...STEADY, '--idle', '0.8', '--budget-evals', '12', '--no-repair', '--allow-write', outside];
    const ran = await at.run([...flags, '--agent', agent]).ended;
    expect(ran).toMatchObject({ code: 0 });
    const events = at.events();
    const idle = idleIn(events);
    expect(idle.length).toBeGreaterThan(0);
    const evaluated = events.flatMap((event) => (event.type === 'evaluated' ? [event.candidate] : []));
    for (const id of idle) expect(evaluated).not.toContain(id);
    expect(documentOf(ran)).toMatchObject({ budget: { evaluationsSpent: 12 }, proposals: { dropped: 0 } });
    gone();
    replays(at.folder);
    at.clean();
  });

  it('are not for generations', () => {
    const { folder } = place();
    const { code, stderr } = evolve(folder, [
      'run',
      'sh bench.sh',
      '--files',
      'numbers.js',
      '-k',
      '4',
      '--idle',
      '0.5',
      '--yes',
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('--idle is not for --strategy generations');
  });
});
