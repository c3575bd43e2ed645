import type { Agent } from '../domain/agent.ts';
import type { Recalled } from '../domain/ledger.ts';
import { recall } from './with-ledger.ts';

/** What was recorded of a call: what came of it, or that there was no money for it, or nothing but outages. */
export type Recorded =
  | Recalled
  | { readonly outcome: 'spent'; readonly reason: string }
  | { readonly outcome: 'given-up'; readonly reason: string };

/** Agents that see nothing but the prompt. */
const TEXT = /^llm\b/;

/** An agent that says and does again what was recorded of another one, by the keys of its calls. Nothing is installed for it. */
export function replay(
  spec: string,
  name: string,
  recorded: (key: string, signal: AbortSignal) => Promise<Recorded>,
): Agent {
  return {
    name,
    works: TEXT.test(spec) ? 'text' : 'files',
    async run(task, signal) {
      const call = await recorded(task.key, signal);
      if (call.outcome === 'spent') return { kind: 'spent', reason: call.reason };
      if (call.outcome === 'given-up') return { kind: 'failed', reason: call.reason, text: '', spent: {} };
      return recall(task, call);
    },
  };
}
