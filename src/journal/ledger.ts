import { amountLeft, type Cap, capPassed, setAside } from '../domain/budget.ts';
import type { Budget } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Amount, Ledger, Reservation, Spending } from '../domain/ledger.ts';
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
      for (;;) {
        signal.throwIfAborted();
        const verdict = tryReserve(call);
        if (verdict.kind === 'refused') return { refused: verdict.reason };
        if (verdict.kind === 'reserved') {
          ours.set(call.key, { estimate: verdict.estimate, signal });
          return {};
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
      journal.append(() => [{ type: 'called', call: { ...call, ...reason, estimate, record } }]);
      for (const wake of [...waiting]) wake();
    },
    outage(reason) {
      journal.append(() => [{ type: 'infra', reason: redacted(reason, secrets) }]);
    },
  };

  function tryReserve({ key, agent, role, estimate }: Reservation): Verdict {
    if (ours.get(key)?.signal.aborted === false) throw new Error(`${key} is being called already`);
    const mayLeaveRoom = inFlight().length > 0;
    let verdict: Verdict = { kind: 'later' };
    journal.append((view) => {
      const run = view.run();
      if (run === undefined) throw new Error(`run ${journal.run} is not open`);
      verdict = judge(estimate, run.spending, run.config.adjustable.budget, mayLeaveRoom);
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

function judge(estimate: Amount, spending: Spending | undefined, budget: Budget, mayLeaveRoom: boolean): Verdict {
  const sum = spending === undefined ? NOTHING : counted(spending);
  const aside = setAside(estimate, spending, budget);
  const full = capPassed(sum, aside, budget) ?? usedUp(sum, estimate, budget);
  if (full === undefined) return { kind: 'reserved', estimate: aside };
  const pending = spending?.pending ?? NOTHING;
  const atLeast = { usd: sum.usd - pending.usd, tokens: sum.tokens - pending.tokens };
  const never = capPassed(atLeast, estimate, budget) ?? usedUp(atLeast, estimate, budget);
  if (never === undefined && mayLeaveRoom) return { kind: 'later' };
  return { kind: 'refused', reason: refusal(never ?? full, estimate, sum, budget) };
}

/** One of unknown price still needs something to be left. */
const usedUp = (sum: Required<Amount>, estimate: Amount, { usd }: Budget): Cap | undefined =>
  estimate.usd === undefined && usd !== undefined && sum.usd >= usd ? 'usd' : undefined;

function refusal(cap: Cap, estimate: Amount, sum: Required<Amount>, budget: Budget): string {
  const [flag, format] =
    cap === 'usd'
      ? (['--budget-usd', formatUsd] as const)
      : (['--budget-tokens', (count: number) => `${formatCount(count)} tokens`] as const);
  const [most, one] = [budget[cap] ?? 0, estimate[cap]];
  const about = one === undefined ? 'another call' : `a call of about ${format(one)}`;
  if (one !== undefined && one > most)
    return `${about} is more than the whole budget of ${format(most)}: raise ${flag}`;
  return `the budget of ${format(most)} has no room for ${about}, ${format(sum[cap])} are spent or set aside: raise ${flag}`;
}

const NOTHING: Required<Amount> = { usd: 0, tokens: 0 };
