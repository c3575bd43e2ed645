import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { Agent, AgentTask } from '../domain/agent.ts';
import { ledgerOf, memoryJournal } from '../journal/journal.ts';
import { readRun } from './run.ts';
import { withLedger } from './with-ledger.ts';

const task: AgentTask<string> = {
  ...{ role: 'author', key: 'gen1-1/author', access: 'edit', timeoutMs: 1000 },
  prompt: { system: '', text: 'Do it.' },
  read: (text) => ({ kind: 'read', answer: text }),
};

function failingOnce(error: () => Error) {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, { budget: { tokens: 1_000_000 } }), [1], 1);
  let calls = 0;
  const agent: Agent = {
    ...{ name: 'claude', works: 'files' },
    async run(asked) {
      calls += 1;
      if (calls === 1) throw error();
      return readRun(asked, { text: 'done', spent: {} });
    },
  };
  return { agent: withLedger(agent, { ledger: ledgerOf(journal, { folder }) }), run: () => journal.view().run() };
}

it('what the machine can’t do is broken, and the call can be made again', async () => {
  const { agent } = failingOnce(() => new Error('ENOSPC: no space left on device, mkdtemp'));
  const { signal } = new AbortController();
  expect(await agent.run(task, signal)).toMatchObject({
    kind: 'broken',
    outage: 'server',
    reason: 'claude can’t be called: ENOSPC: no space left on device, mkdtemp',
  });
  expect(await agent.run(task, signal)).toMatchObject({ kind: 'answered' });
});

it('what is aborted stays set aside', async () => {
  const aborter = new AbortController();
  const { agent, run } = failingOnce(() => {
    aborter.abort(new Error('enough'));
    return new Error('whatever');
  });
  await expect(agent.run(task, aborter.signal)).rejects.toThrow('enough');
  expect(run()?.spending?.pending).toMatchObject({ calls: 1 });
});
