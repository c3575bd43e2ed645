import { amountLeft, type Cap, setAside } from '../domain/budget.ts';
import type { Budget } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Amount, Asking, Estimated, Ledger, Spending } from '../domain/ledger.ts';
import { counted } from '../domain/spending.ts';
import { formatCount, formatUsd } from '../lib/format.ts';
import { redacted, type Secret } from '../lib/secrets.ts';
import { readRecording, recordOf, writeRecording } from './recording.ts';

/** For work that calls no agent. */
export const NO_LEDGER: Ledger = {
  recall: () => undefined,
  typical: () => undefined,
  left: () => ({}),
  reserve: () => Promise.reject(new Error('no agent may be called here')),
  settle: () => {},
  outage: () => {},
};

export interface LedgerOptions {
  /** The run's folder: recordings lie in it. */
  readonly folder: string;
  /** Kept out of recordings. */
  readonly secrets?: readonly Secret[];
}

/**
 * The ledger of a run, in its journal. Budgets are those of the run as it is configured now.
 * Contract: a reservation is decided inside the append that records it, so that no two processes give away the same
 * room; the recording is on the disk before the call counts as ended.
 */
export function ledgerOf(journal: Journal, { folder, secrets = [] }: LedgerOptions): Ledger {
  /** Reserved here and not settled yet; one that was aborted leaves no room to others. */
  const ours = new Map<string, { readonly estimate: Amount; readonly signal: AbortSignal }>();
  const waiting = new Set<() => void>();
  const inFlight = () => [...ours.values()].filter(({ signal }) => !signal.aborted);

  return {
    recall(key) {
      const call = journal.view().call(key);
      if (call === undefined || call.outcome === 'broken') return undefined;
      const recording = readRecording(folder, call.record, key);
      return recording === undefined ? undefined : { ...call, ...recording };
    },
    typical: (agent) => journal.view().run()?.spending?.agents[agent]?.most,
    left() {
      const run = journal.view().run();
      return run === undefined ? {} : amountLeft(run.spending, run.config.adjustable.budget);
    },
    async reserve(call, signal) {
      for (let estimated: Estimated = call; ; estimated = (await call.again?.()) ?? call) {
        signal.throwIfAborted();
        const { refused, estimate, guessed } = estimated;
        if (refused !== undefined) return { refused };
        const verdict = tryReserve(call, { estimate, ...(guessed === undefined ? {} : { guessed }) });
        if (verdict.kind === 'refused') return { refused: verdict.reason };
        if (verdict.kind === 'reserved') {
          ours.set(call.key, { estimate: verdict.estimate, signal });
          return { aside: verdict.estimate };
        }
        await somethingEnds(signal);
      }
    },
    settle({ record: _record, ...call }, { prompt, text }) {
      const estimate = ours.get(call.key)?.estimate ?? call.estimate;
      ours.delete(call.key);
      const record = recordOf(call.key, journal.view().call(call.key)?.record);
      const reason = call.reason === undefined ? {} : { reason: redacted(call.reason, secrets) };
      try {
        writeRecording(folder, record, call.key, {
          prompt: redacted(prompt, secrets),
          text: redacted(text, secrets),
        });
      } catch {
        // A full disk: what was spent is spent all the same, and a call without its recording is not recalled.
      }
      try {
        journal.append(() => [{ type: 'called', call: { ...call, ...reason, estimate, record } }]);
      } finally {
        for (const wake of [...waiting]) wake();
      }
    },
    outage(reason) {
      journal.append(() => [{ type: 'infra', reason: redacted(reason, secrets) }]);
    },
  };

  function tryReserve({ key, agent, role }: Asking, estimated: Estimated): Verdict {
    if (ours.get(key)?.signal.aborted === false) throw new Error(`${key} is being called already`);
    const mayLeaveRoom = inFlight().length > 0;
    let verdict: Verdict = { kind: 'later' };
    journal.append((view) => {
      const run = view.run();
      if (run === undefined) throw new Error(`run ${journal.run} is not open`);
      verdict = judge(estimated, run.spending, run.config.adjustable.budget, mayLeaveRoom);
      if (verdict.kind !== 'reserved') return [];
      return [{ type: 'calling', call: { key, agent, role, estimate: verdict.estimate } }];
    });
    return verdict;
  }

  /** Until a call is settled, or one in flight or the waiting one itself is aborted. */
  async function somethingEnds(own: AbortSignal): Promise<void> {
    const signals = new Set([own, ...inFlight().map(({ signal }) => signal)]);
    await new Promise<void>((resolve) => {
      const done = () => {
        waiting.delete(done);
        for (const signal of signals) signal.removeEventListener('abort', done);
        resolve();
      };
      waiting.add(done);
      for (const signal of signals) signal.addEventListener('abort', done);
    });
  }
}

type Verdict =
  | { readonly kind: 'reserved'; readonly estimate: Amount }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly reason: string };

function judge(estimated: Estimated, spending: Spending | undefined, budget: Budget, mayLeaveRoom: boolean): Verdict {
  const sum = spending === undefined ? NOTHING : counted(spending);
  const aside = setAside(estimated, sum, budget);
  if (typeof aside !== 'string') return { kind: 'reserved', estimate: aside };
  const pending = spending?.pending ?? NOTHING;
  const atLeast = { usd: sum.usd - pending.usd, tokens: sum.tokens - pending.tokens };
  const ever = setAside(estimated, atLeast, budget);
  if (typeof ever !== 'string' && mayLeaveRoom) return { kind: 'later' };
  return { kind: 'refused', reason: refusal(typeof ever === 'string' ? ever : aside, estimated, sum, budget) };
}

function refusal(cap: Cap, { estimate, guessed }: Estimated, sum: Required<Amount>, budget: Budget): string {
  const [flag, format] =
    cap === 'usd'
      ? (['--budget-usd', formatUsd] as const)
      : (['--budget-tokens', (count: number) => `${formatCount(count)} tokens`] as const);
  const [most, one] = [budget[cap] ?? 0, guessed === true ? undefined : estimate[cap]];
  const about = one === undefined ? 'another call' : `a call of about ${format(one)}`;
  if (one !== undefined && one > most)
    return `${about} is more than the whole budget of ${format(most)}: raise ${flag}`;
  return `the budget of ${format(most)} has no room for ${about}, ${format(sum[cap])} are spent or set aside: raise ${flag}`;
}

const NOTHING: Required<Amount> = { usd: 0, tokens: 0 };
