import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { taskIn, workspaceIn } from '../../test/fake/task.ts';
import type { AgentTask } from '../domain/agent.ts';
import { NO_REACH } from '../domain/sandbox.ts';
import { shellQuote } from '../lib/format.ts';
import { isolation } from '../workspace/workspace.ts';
import { acp, acpAgent } from './acp.ts';

const FAKE = resolve(import.meta.dirname, '../../test/fake/acp-agent.mjs');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function taskOf(given: Partial<AgentTask<string>> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos acp ')));
  folders.push(folder);
  const [root, notes] = [join(folder, 'tree'), join(folder, 'notes')];
  mkdirSync(root);
  return taskIn(workspaceIn(root, notes), { prompt: { system: 'Be good.', text: 'Do it.' }, ...given });
}

const lineOf = (script: object): string =>
  `${shellQuote(process.execPath)} ${shellQuote(FAKE)} ${shellQuote(JSON.stringify(script))}`;
const agent = (script: object, initializeMs?: number) => acpAgent(lineOf(script), {}, initializeMs);
const runOf = (script: object, given: Partial<AgentTask<string>> = {}) =>
  agent(script).run(taskOf(given), new AbortController().signal);

it('answers with the last message, usage and cost, and edits where it is told', async () => {
  const task = taskOf();
  const updates = [
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'I look.' } },
    { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit' },
    { sessionUpdate: 'something_new', of: ['tomorrow'] },
    { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.25, currency: 'USD' } },
  ];
  const answer = { usage: { totalTokens: 15, inputTokens: 10, outputTokens: 5 } };
  const script = {
    greeting: ['Hello!', '{"jsonrpc":"2.0","id":99,"result":1}', '[1'],
    updates,
    answer,
    shell: 'cat "$1"; pwd > where',
  };
  expect(await agent(script).run(task, new AbortController().signal)).toEqual({
    kind: 'answered',
    answer: 'Be good.\n\nDo it.',
    text: 'Be good.\n\nDo it.',
    spent: { usage: { input: 10, cached: 0, kept: 0, output: 5 }, usd: 0.25 },
  });
  expect(readFileSync(join(task.workspace.root, 'where'), 'utf8').trim()).toBe(task.workspace.root);
  expect(readFileSync(join(task.workspace.notes, 'agent.log'), 'utf8')).toContain('Hello!');
});

it('takes an editing mode, and permits edits of the workspace alone', async () => {
  const session = {
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask' }, { id: 'acceptEdits' }, { id: 'yolo' }] },
  };
  const permit = [
    { toolCallId: 'in', kind: 'edit', locations: [{ path: 'a.js' }] },
    { toolCallId: 'out', kind: 'edit', locations: [{ path: '/etc/passwd' }] },
    { toolCallId: 'shell', kind: 'execute' },
  ];
  expect(await runOf({ session, permit })).toMatchObject({
    kind: 'answered',
    text: 'mode acceptEdits\nin allow_once\nout reject_once\nshell reject_once\n',
  });
});

it.each([
  ['refusal', { kind: 'failed', reason: 'the agent refused' }],
  ['max_tokens', { kind: 'failed', truncated: true }],
  ['max_turn_requests', { kind: 'failed', reason: 'the agent took too many turns' }],
  ['cancelled', { kind: 'failed', reason: 'the agent stopped: cancelled' }],
])('fails when the turn stops for %s', async (stopReason, run) => {
  expect(await runOf({ answer: { stopReason, usage: { inputTokens: 3, outputTokens: 1 } } })).toMatchObject({
    ...run,
    spent: { usage: { input: 3, output: 1 } },
  });
});

it.each([
  ['session/prompt', { code: -32603, message: 'Internal error', data: { details: 'status: 401 bad key' } }, 'key'],
  ['session/prompt', { code: 429, message: '429 Too Many Requests' }, 'rate'],
  ['session/prompt', { code: 429, message: 'The script says no.' }, 'rate'],
  ['session/prompt', { code: 500, message: 'The script says no.' }, 'server'],
  ['session/prompt', { code: -32603, message: 'Internal error: no', data: { errorName: 'APIError' } }, 'server'],
  ['session/new', { code: -32000, message: 'Authentication required' }, 'key'],
  ['session/prompt', { code: -32603, message: 'fetch failed' }, 'network'],
  ['initialize', { code: -32603, message: 'not today' }, 'missing'],
])('is broken by an error of %s: %j', async (method, error, outage) => {
  expect(await runOf({ errors: { [method]: error } })).toMatchObject({ kind: 'broken', outage });
});

it('fails by an error of its own', async () => {
  const error = { code: -32603, message: 'Internal error', data: 'a loop' };
  expect(await runOf({ errors: { 'session/prompt': error } })).toMatchObject({
    kind: 'failed',
    reason: 'the agent ended with an error: Internal error: a loop',
  });
});

it('has answered when it crashes after its answer, and not before', async () => {
  expect(await runOf({ shell: 'echo done', crash: 3, answer: {} })).toMatchObject({ kind: 'answered', text: 'done\n' });
  expect(await runOf({ shell: 'echo half; echo oops >&2', crash: 3 })).toMatchObject({
    kind: 'failed',
    text: 'half\n',
    reason: 'the agent ended with code 3 before its turn was over: oops',
  });
});

it('is ended when it stays after its turn', async () => {
  expect(await runOf({ shell: 'echo done', stays: true })).toMatchObject({ kind: 'answered' });
});

it('can’t be used when it never speaks the protocol', async () => {
  const signal = new AbortController().signal;
  const garbage = acpAgent('echo "usage: my-agent [file]" >&2; yes garbage', {}, 300);
  const run = await garbage.run(taskOf(), signal);
  expect(run).toMatchObject({ kind: 'broken', outage: 'missing' });
  expect(run).toMatchObject({
    reason: expect.stringMatching(/no word of .* in 0.3 s: usage: my-agent.*Check the command/),
  });
  const wrong = acpAgent('echo "unknown option --acp" >&2; exit 2');
  expect(await wrong.run(taskOf(), signal)).toMatchObject({
    outage: 'missing',
    reason: expect.stringContaining(
      'ended with code 2 before it spoke the Agent Client Protocol: unknown option --acp',
    ),
  });
});

it('keeps secrets out of its words, its log and the prompt', async () => {
  process.env.MY_AGENT_TOKEN = 'hush-hush-hush';
  try {
    const task = taskOf({ prompt: { system: '', text: 'Use hush-hush-hush.' } });
    const run = await agent({ shell: 'cat "$1"; echo; echo $MY_AGENT_TOKEN' }).run(task, new AbortController().signal);
    expect(run).toMatchObject({ kind: 'answered', text: 'Use [MY_AGENT_TOKEN].\n[MY_AGENT_TOKEN]\n' });
    expect(readFileSync(join(task.workspace.notes, 'agent.log'), 'utf8')).not.toContain('hush-hush');
  } finally {
    delete process.env.MY_AGENT_TOKEN;
  }
});

it.runIf((await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all')(
  'is shut in where there is a sandbox, and may do there what it likes',
  async () => {
    const task = taskOf();
    const { root } = task.workspace;
    const [hidden, home] = [join(root, '../hidden'), join(root, '../home')];
    for (const folder of [hidden, home]) mkdirSync(folder);
    writeFileSync(join(hidden, 'file'), 'hush');
    const shut = { hidden: [hidden], read: [], home, reach: NO_REACH, binds: [] };
    const session = { modes: { currentModeId: 'ask', availableModes: [{ id: 'ask' }, { id: 'yolo' }] } };
    const permit = [{ toolCallId: 'shell', kind: 'execute' }];
    const shell = `echo x > made; cat ${shellQuote(join(hidden, 'file'))} || echo hidden; touch ${shellQuote(`${root}/../leak`)}`;
    const run = await agent({ session, permit, shell }).run(
      { ...task, workspace: { ...task.workspace, shut } },
      new AbortController().signal,
    );
    expect(run).toMatchObject({ kind: 'answered', text: 'mode yolo\nshell allow_once\nhidden\n' });
    expect(existsSync(join(root, 'made'))).toBe(true);
    expect(existsSync(join(root, '../leak'))).toBe(false);
  },
);

it('needs a shell line', () => {
  expect(() => acp.open(' ', {})).toThrow(/my-agent --acp/);
});
