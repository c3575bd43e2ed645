import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runRecorded } from './recorded-program.fixture.ts';

const events = (name: string): readonly { readonly type?: string }[] =>
  readFileSync(resolve(import.meta.dirname, '../../test/fake/agent-events', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** What the real agent said, up to the end of its turn. */
const unfinished = (name: string, last: string) => events(name).filter(({ type }) => type !== last);

function folderWith(path: string, lines: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-untold-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return folder;
}

describe('an agent that ends before it can tell what it took', () => {
  it('claude told the input of each answer', async () => {
    const { run } = await runRecorded('claude', { stream: unfinished('claude-success', 'result'), code: 1 });
    // As in its result: 21271 + 21355 + 21489, and 54 of output.
    expect(run).toMatchObject({ kind: 'failed', spent: { usage: { input: 64_115, cached: 0, kept: 0 } } });
    expect(run.kind === 'failed' && run.spent.usage?.output).toBeGreaterThan(54);
    expect(run).not.toHaveProperty('untold');
  });

  it('codex has it in its own record, else it is not known', async () => {
    const stream = unfinished('codex-success', 'turn.completed');
    const session = '01a1e321-a592-7692-a387-a8be2888c3d9';
    const count = (input: number) => ({
      type: 'event_msg',
      payload: { type: 'token_count', info: { total_token_usage: { input_tokens: input, output_tokens: 7 } } },
    });
    const home = folderWith(`sessions/2026/11/16/rollout-2026-${session}.jsonl`, [count(100), count(250), {}]);
    expect((await runRecorded('codex', { stream, code: 1, env: { CODEX_HOME: home } })).run).toMatchObject({
      kind: 'failed',
      spent: { usage: { input: 250, output: 7 } },
    });
    const other = folderWith('nothing.jsonl', []);
    expect((await runRecorded('codex', { stream, code: 1, env: { CODEX_HOME: other } })).run).toMatchObject({
      kind: 'failed',
      untold: true,
      spent: {},
    });
  });

  it('codex that never got an answer has taken nothing', async () => {
    const { run } = await runRecorded('codex', { stream: 'codex-401', code: 1 });
    expect(run).toMatchObject({ kind: 'broken', outage: 'key' });
    expect(run).not.toHaveProperty('untold');
  });

  it('gemini has each answer in its own record, more than once', async () => {
    const stream = unfinished('gemini-success', 'result');
    const session = 'aa29e2a2-584a-440e-8ed3-0d9debf03e9b';
    const answer = (id: string, input: number) => ({ id, type: 'gemini', tokens: { input, output: 5, thoughts: 2 } });
    const lines = [{ id: 'u', type: 'user' }, answer('a', 100), answer('a', 100), { $set: {} }, answer('b', 200)];
    const home = folderWith(`.gemini/tmp/w/chats/session-2026-${session.slice(0, 8)}.jsonl`, lines);
    expect((await runRecorded('gemini', { stream, code: 1, env: { GEMINI_CLI_HOME: home } })).run).toMatchObject({
      kind: 'failed',
      spent: { usage: { input: 300, output: 14 } },
    });
  });
});
