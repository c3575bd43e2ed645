import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { Agent, AgentRun, AgentTask, Told } from '../domain/agent.ts';
import type { Budget } from '../domain/config.ts';
import type { Left, Workspace } from '../domain/workspace.ts';
import { ledgerOf, memoryJournal } from '../journal/journal.ts';
import { LONGEST_OUTPUT } from './estimate.ts';
import { readRun } from './run.ts';
import { withLedger } from './with-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-with-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;

const SECRET = 'sk-abcdefgh-12345678';
afterEach(() => {
  delete process.env.WITH_LEDGER_API_KEY;
});

type Says = (task: AgentTask<unknown>) => Told | Exclude<AgentRun<never>, { kind: 'answered' | 'unreadable' }>;

function setting(says: Says, { budget = {}, works = 'text', name = 'llm:openai/gpt-5' }: Setting = {}) {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, { budget }), [1], 1);
  const place = join(folder, String(folders++));
  const asked: AgentTask<unknown>[] = [];
  const agent: Agent = {
    name,
    works,
    async run(task) {
      asked.push(task);
      const said = says(task);
      return 'kind' in said ? said : readRun(task, said);
    },
  };
  const fresh = () => withLedger(agent, { ledger: ledgerOf(journal, { folder: place }), prices: PRICES });
  const events = () => journal.read(0, 10_000).flatMap(({ event }) => (event.type === 'called' ? [event.call] : []));
  const reserved = () => journal.read(0, 10_000).filter(({ event }) => event.type === 'calling').length;
  return {
    journal,
    place,
    asked,
    fresh,
    agent: fresh(),
    events,
    reserved,
    spending: () => journal.view().run()?.spending,
  };
}

interface Setting {
  readonly budget?: Budget;
  readonly works?: Agent['works'];
  readonly name?: string;
}

const PRICES = { scripted: { input: 1, output: 10 } };

const taskOf = (key: string, more: Partial<AgentTask<string>> = {}): AgentTask<string> => ({
  role: 'author',
  key,
  prompt: { system: 'Rules.', text: 'Do it.' },
  access: 'edit',
  timeoutMs: 1000,
  read: (text) =>
    text === '' ? { kind: 'unreadable', why: 'nothing was said' } : { kind: 'read', answer: `read ${text}` },
  ...more,
});

const signal = new AbortController().signal;
const usage = { input: 1000, cached: 0, kept: 0, output: 100 };
const told = (more: Partial<Told> = {}): Told => ({ text: 'done', spent: { usage, model: 'gpt-5' }, ...more });

function workspaceOf(): Workspace & { readonly saved: number; readonly loaded: readonly Left[] } {
  const [loaded, count] = [[] as Left[], { saved: 0 }];
  return {
    ...{ root: '/w', cwd: '/w', notes: '/n', conflicts: [], unmerged: [], mounts: [], loaded },
    get saved() {
      return count.saved;
    },
    async save() {
      count.saved += 1;
      return { tree: 'a tree', refused: [] };
    },
    async load(left) {
      loaded.push(left);
    },
    renew: () => Promise.reject(new Error('not asked for')),
  };
}

describe('a call', () => {
  it('is priced, recorded and told', async () => {
    const { agent, events, place } = setting(() => told());
    const run = await agent.run(taskOf('gen1-1/author'), signal);
    const usd = (1000 * 1.25 + 100 * 10) / 1e6;
    expect(run).toMatchObject({ kind: 'answered', answer: 'read done', spent: { usd: expect.closeTo(usd, 9), usage } });
    expect(events()).toMatchObject([
      { key: 'gen1-1/author', agent: 'llm:openai/gpt-5', role: 'author', outcome: 'answered', usage, model: 'gpt-5' },
    ]);
    expect(events()[0]?.usd).toBeCloseTo(usd, 9);
    const [file] = readdirSync(join(place, 'calls'));
    expect(readFileSync(join(place, 'calls', file ?? ''), 'utf8')).toContain('Rules.\\n\\nDo it.');
  });

  it('sets aside at most what it can take: all of the prompt and the longest answer', async () => {
    const { agent, events } = setting(() => told());
    await agent.run(taskOf('a', { prompt: { system: '', text: 'ä'.repeat(1500) } }), signal);
    const [call] = events();
    expect(call?.estimate.tokens).toBe(1000 + LONGEST_OUTPUT);
    expect(call?.estimate.usd).toBeCloseTo((1000 * 1.25 + LONGEST_OUTPUT * 10) / 1e6, 9);
  });

  it('is paid once: the same key is answered from the recording, by whoever asks', async () => {
    const { agent, fresh, asked, reserved, events } = setting(() => told({ session: 's1', truncated: true }));
    const first = await agent.run(taskOf('a'), signal);
    const again = await fresh().run(taskOf('a'), signal);
    expect(again).toEqual(first);
    expect(again).toMatchObject({ session: 's1', truncated: true });
    expect([asked.length, reserved(), events().length]).toEqual([1, 1, 1]);
  });

  it.each([
    ['unreadable', () => told({ text: '' })],
    ['failed', (): AgentRun<never> & { kind: 'failed' } => ({ kind: 'failed', reason: 'refused', ...told() })],
  ] as const)('is remembered when it was %s', async (kind, says) => {
    const { agent, asked } = setting(says);
    const first = await agent.run(taskOf('a'), signal);
    expect(first.kind).toBe(kind);
    expect(await agent.run(taskOf('a'), signal)).toEqual(first);
    expect(asked).toHaveLength(1);
  });

  it('is made again by another agent, which may not even work in the same way', async () => {
    const { journal, place, agent } = setting(() => told({ text: 'edited' }), { works: 'files', name: 'claude' });
    await agent.run(taskOf('a', { workspace: workspaceOf() }), signal);
    const other: Agent = {
      name: 'llm:openai/gpt-5',
      works: 'text',
      run: async (task) => readRun(task, told({ text: 'said' })),
    };
    const paid = withLedger(other, { ledger: ledgerOf(journal, { folder: place }) });
    expect(await paid.run(taskOf('a'), signal)).toMatchObject({ answer: 'read said' });
  });

  it('still has a guess for an estimate after a first call that told nothing', async () => {
    let calls = 0;
    const says: Says = () =>
      calls++ === 0 ? { kind: 'broken', outage: 'server', reason: '529', text: '', spent: {} } : told();
    const { agent } = setting(says, { works: 'files', name: 'claude', budget: { tokens: 50_000 } });
    expect(await agent.run(taskOf('a', { workspace: workspaceOf() }), signal)).toMatchObject({ kind: 'broken' });
    expect(await agent.run(taskOf('a', { workspace: workspaceOf() }), signal)).toMatchObject({ kind: 'answered' });
  });

  it('is made again after an outage, and both are told', async () => {
    const { agent, events, spending } = setting(() => ({ kind: 'broken', outage: 'rate', reason: '429', ...told() }));
    expect(await agent.run(taskOf('a'), signal)).toMatchObject({ kind: 'broken', outage: 'rate' });
    await agent.run(taskOf('a'), signal);
    expect(events().map(({ outcome }) => outcome)).toEqual(['broken', 'broken']);
    expect(spending()).toMatchObject({ calls: 2, pending: { calls: 0, usd: 0, tokens: 0 } });
  });

  it('that edits files keeps them, and brings them back', async () => {
    const { agent, events } = setting(() => told(), { works: 'files', name: 'codex' });
    const [first, second] = [workspaceOf(), workspaceOf()];
    await agent.run(taskOf('a', { workspace: first }), signal);
    expect(events()[0]?.left).toEqual({ tree: 'a tree', refused: [] });
    await agent.run(taskOf('a', { workspace: second }), signal);
    expect([first.saved, second.saved]).toEqual([1, 0]);
    expect(second.loaded).toEqual([{ tree: 'a tree', refused: [] }]);
    const reader = workspaceOf();
    await agent.run(taskOf('b', { workspace: reader, access: 'read' }), signal);
    expect(reader.saved).toBe(0);
  });

  it('is broken when its files can’t be kept, and paid all the same', async () => {
    const { agent, events } = setting(() => told(), { works: 'files', name: 'codex' });
    const save = () => Promise.reject(new Error('no space left'));
    const run = await agent.run(taskOf('a', { workspace: { ...workspaceOf(), save } }), signal);
    expect(run).toMatchObject({ kind: 'broken', outage: 'missing', reason: expect.stringContaining('no space left') });
    expect(events()).toMatchObject([{ outcome: 'broken', usage }]);
  });
});

it('keeps secrets from prompts, answers, reasons and recordings', async () => {
  process.env.WITH_LEDGER_API_KEY = SECRET;
  const { agent, asked, place, journal } = setting(({ key }) =>
    key === 'a'
      ? told({ text: `the key is ${SECRET}` })
      : { kind: 'failed', reason: `bad key ${SECRET}`, ...told({ text: SECRET }) },
  );
  const prompt = { system: `S ${SECRET}`, text: `T ${SECRET}` };
  const runs = [await agent.run(taskOf('a', { prompt }), signal), await agent.run(taskOf('b', { prompt }), signal)];
  expect(runs[0]).toMatchObject({ answer: 'read the key is [WITH_LEDGER_API_KEY]' });
  const files = readdirSync(join(place, 'calls')).map((file) => readFileSync(join(place, 'calls', file), 'utf8'));
  const all = JSON.stringify([runs, asked.map((task) => task.prompt), journal.read(0, 10_000), files]);
  expect(all).not.toContain(SECRET);
  expect(all).toContain('[WITH_LEDGER_API_KEY]');
});

describe('a budget', () => {
  it('is not passed: the call is not made', async () => {
    const { agent, asked } = setting(() => told(), { budget: { usd: 0.01 } });
    expect(await agent.run(taskOf('a'), signal)).toMatchObject({
      kind: 'spent',
      reason: expect.stringContaining('--budget-usd'),
    });
    expect(asked).toEqual([]);
  });

  it.each(['llm:llama3@http://127.0.0.1:1/v1', 'llm:openai/no-such-model'])('needs a price: %s', async (name) => {
    const { agent, asked, events } = setting(() => told(), { budget: { usd: 5 }, name });
    const run = await agent.run(taskOf('a'), signal);
    expect(run).toMatchObject({
      kind: 'broken',
      outage: 'missing',
      reason: expect.stringMatching(/--price .*--budget-tokens/),
    });
    expect([asked.length, events().length]).toEqual([0, 0]);
  });

  it('can be kept by a price that the user gives', async () => {
    const { agent } = setting(() => told(), { budget: { usd: 5 }, name: 'llm:scripted@http://127.0.0.1:1/v1' });
    expect(await agent.run(taskOf('a'), signal)).toMatchObject({
      kind: 'answered',
      spent: { usd: expect.closeTo(0.002, 9) },
    });
  });

  it.each([
    ['usd', told({ spent: { usage } }), '--price'],
    ['usd', told({ spent: {} }), '--price'],
    ['tokens', told({ spent: {} }), '--budget-tokens'],
  ] as const)('in %s lets an agent show once whether it tells what it takes', async (cap, says, hint) => {
    const { agent, fresh } = setting(() => says, { budget: { [cap]: 1_000_000 }, works: 'files', name: 'command' });
    expect(await agent.run(taskOf('a'), signal)).toMatchObject({ kind: 'answered' });
    expect(await agent.run(taskOf('b'), signal)).toMatchObject({
      kind: 'broken',
      outage: 'missing',
      reason: expect.stringContaining(hint),
    });
    if (says.spent.usage !== undefined)
      expect(await fresh().run(taskOf('c'), signal)).toMatchObject({ kind: 'broken', outage: 'missing' });
  });

  it('gives the first call of an agent all that is left, and later ones what the dearest took', async () => {
    const cost = [0.3, 0.1, 0.2];
    const { agent, asked, events } = setting(() => told({ spent: { usage, usd: cost[asked.length - 1] ?? 0 } }), {
      budget: { usd: 1, tokens: 5000 },
      works: 'files',
      name: 'claude',
    });
    for (const key of ['a', 'b', 'c']) await agent.run(taskOf(key), signal);
    expect(events().map(({ estimate }) => estimate.usd)).toEqual([1, 0.3, 0.3]);
    expect(events().map(({ estimate }) => estimate.tokens)).toEqual([5000, 1100, 1100]);
    expect(asked.map(({ mostUsd }) => mostUsd)).toEqual([1, expect.closeTo(0.7, 9), expect.closeTo(0.6, 9)]);
  });

  it('counts an agent that was ended before it could tell as it was set aside', async () => {
    const { agent, asked, events } = setting(
      () =>
        asked.length === 1
          ? told({ spent: { usage, usd: 0.25 } })
          : { kind: 'failed', reason: 'too long', text: '', spent: {} },
      { works: 'files', name: 'claude' },
    );
    await agent.run(taskOf('a'), signal);
    await agent.run(taskOf('b'), signal);
    expect(events()[1]).toMatchObject({ outcome: 'failed', usd: 0.25, usage: { input: 1100 } });
  });

  it.each(['failed', 'broken'] as const)(
    'counts the first call by its estimate when it worked and %s',
    async (kind) => {
      const says: AgentRun<string> = {
        ...{ kind, outage: 'server', reason: 'gone', text: '', untold: true },
        spent: { model: 'claude-sonnet-4-5' },
      };
      const { agent, events } = setting(() => says, { works: 'files', name: 'claude' });
      await agent.run(taskOf('a'), signal);
      const [call] = events();
      expect(call).toMatchObject({ outcome: kind, usage: { input: call?.estimate.tokens } });
      expect(call?.usd).toBeCloseTo(((call?.estimate.tokens ?? 0) * 3) / 1e6, 6);
    },
  );

  it('holds at any width, whatever calls take', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(LONGEST_OUTPUT), { minLength: 20, maxLength: 40 }), async (outputs) => {
        const { agent, asked, spending, events } = setting(
          () =>
            told({
              spent: {
                model: 'scripted',
                usage: { input: 4, cached: 0, kept: 0, output: outputs[asked.length - 1] ?? 0 },
              },
            }),
          { budget: { usd: 1 }, name: 'llm:scripted@http://127.0.0.1:1/v1' },
        );
        await Promise.all(outputs.map((_, at) => agent.run(taskOf(`call ${at}`), signal)));
        expect(spending()?.usd).toBeLessThanOrEqual(1 + 1e-9);
        expect(events().length).toBe(asked.length);
      }),
      { numRuns: 20 },
    );
  });
});
