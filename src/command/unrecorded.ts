import { type AgentRun, tokensOf } from '../domain/agent.ts';
import type { Ledger } from '../domain/ledger.ts';
import { formatCount, formatUsd, plural } from '../lib/format.ts';

/** What calls have cost that no run has on record; dollars are absent where a price is not known. */
export interface Outlay {
  readonly calls: number;
  readonly tokens: number;
  readonly usd?: number;
}

export interface UnrecordedLedger extends Ledger {
  outlay(): Outlay;
}

/** For calls that belong to no run: nothing limits them and nothing is kept but their sum. */
export function unrecorded(tell: (line: string) => void = () => {}): UnrecordedLedger {
  let [calls, tokens, usd, unpriced] = [0, 0, 0, 0];
  return {
    recall: () => undefined,
    typical: () => undefined,
    left: () => ({}),
    reserve: () => Promise.resolve({}),
    settle(call) {
      if (isFree(call.outcome)) return;
      calls += 1;
      tokens += call.usage === undefined ? 0 : tokensOf(call.usage);
      usd += call.usd ?? 0;
      unpriced += call.usd === undefined ? 1 : 0;
    },
    outage: tell,
    outlay: () => ({ calls, tokens, ...(unpriced > 0 ? {} : { usd }) }),
  };
}

const isFree = (outcome: AgentRun<unknown>['kind']): boolean => outcome === 'broken';

export function outlayText({ calls, tokens, usd }: Outlay): string {
  const parts = [
    plural(calls, 'call'),
    ...(tokens === 0 ? [] : [`${formatCount(tokens)} tokens`]),
    usd === undefined ? 'price not known' : formatUsd(usd),
  ];
  return parts.join(', ');
}
