import type { Agent } from '../domain/agent.ts';
import type { Recalled } from '../domain/ledger.ts';
import { readRun } from './run.ts';

/** What was recorded of a call: how it ended, or that there was no money for it. */
export type Recorded = Recalled | { readonly outcome: 'spent'; readonly reason: string };

/** Agents that see nothing but the prompt. */
const TEXT = /^llm\b/;

/** An agent that says and does again what was recorded of another one, by the keys of its calls. */
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
      const { text, model, usage, usd, session, left } = call;
      const spent = {
        ...(model === undefined ? {} : { model }),
        ...(usage === undefined ? {} : { usage }),
        ...(usd === undefined ? {} : { usd }),
      };
      const told = { text, spent, ...(session === undefined ? {} : { session }) };
      const reason = call.reason ?? `the agent ${call.outcome}`;
      if (left !== undefined) await task.workspace?.load(left);
      if (call.outcome === 'failed') return { kind: 'failed', reason, ...told };
      if (call.outcome === 'broken') return { kind: 'broken', reason, outage: 'server', ...told };
      return readRun(task, told);
    },
  };
}
