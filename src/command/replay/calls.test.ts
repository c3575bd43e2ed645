import { expect, it } from 'vitest';
import { configOf } from '../../../test/fake/config.ts';
import { open } from '../../../test/fake/run.ts';
import type { AgentTask } from '../../domain/agent.ts';
import type { Event } from '../../domain/event.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { recordedAgent } from './calls.ts';
import { Conductor } from './conductor.ts';
import { Tape } from './tape.ts';

/** Whether a proposal was dropped for want of money or because its calls went wrong again and again. */
it.each([
  ['spent', { spent: true as const }],
  ['failed', {}],
])('tells a call of which no answer was recorded as %s', async (kind, more) => {
  const journal = memoryJournal('again', () => 0);
  open(journal, configOf({}, {}), [1], 1);
  const dropped: Event = { type: 'dropped', proposal: 'gen1-1', kind: 'failed', reason: 'why', ...more };
  const tape = new Tape([{ seq: 1, at: 0, event: dropped }]);
  const conductor = new Conductor(tape, journal);
  const agent = recordedAgent({ spec: 'llm:m', name: 'llm:m', tape, conductor, read: () => undefined });
  const task: AgentTask<string> = {
    role: 'author',
    key: 'gen1-1/author',
    prompt: { system: '', text: '' },
    access: 'edit',
    timeoutMs: 1,
    read: (text) => ({ kind: 'read', answer: text }),
  };
  expect(await agent.run(task, new AbortController().signal)).toMatchObject({ kind, reason: 'why' });
});
