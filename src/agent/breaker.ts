import type { Outage } from '../domain/agent.ts';

/** A wait that rejects when it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Stands between the lanes and a service that is down, one for all lanes.
 * Contract: while it is open nobody calls; after each pause one call is let through, and what comes of it is for all.
 */
export interface Breaker {
  /** Resolves when a call may be made, or with what is wrong when there is no use in one any more. */
  enter(signal: AbortSignal): Promise<Pass>;
  /** How many calls have come back well so far. */
  readonly successes: number;
}

export interface Failure {
  readonly reason: string;
  readonly outage: Outage;
}

export type Pass =
  | ({ readonly kind: 'given-up' } & Failure)
  | {
      readonly kind: 'go';
      /** The service answered, whatever it said. */
      good(): void;
      /** The call was never made, or nobody knows what became of it. */
      gone(): void;
      /** The service is down. Opens it; `atLeastMs` is what the other side asks for. */
      bad(failure: Failure, atLeastMs?: number): void;
      /** This call alone was let through, to see whether the service is back. */
      readonly probe: boolean;
    };

type State =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly pauseMs: number }
  | { readonly kind: 'probing'; readonly pauseMs: number }
  | ({ readonly kind: 'given-up' } & Failure);

/** `opened` is told of every pause. After the last of them fails, nobody calls any more. */
export function breaker(
  pausesMs: readonly number[],
  sleep: Sleep,
  opened: (failure: Failure, pauseMs: number) => void,
): Breaker {
  let state: State = { kind: 'closed' };
  let pauses = 0;
  let successes = 0;
  let changed = new AbortController();

  const become = (next: State): void => {
    state = next;
    const before = changed;
    changed = new AbortController();
    before.abort();
  };

  const open = (failure: Failure, atLeastMs: number): void => {
    const pause = pausesMs[pauses];
    pauses += 1;
    if (pause === undefined) {
      become({ kind: 'given-up', reason: failure.reason, outage: failure.outage });
      return;
    }
    const pauseMs = Math.max(pause, atLeastMs);
    become({ kind: 'open', pauseMs });
    opened(failure, pauseMs);
  };

  const pass = (probe: boolean): Pass => ({
    kind: 'go',
    probe,
    good() {
      successes += 1;
      if (state.kind === 'given-up') return;
      pauses = 0;
      if (state.kind !== 'closed') become({ kind: 'closed' });
    },
    gone() {
      if (probe && state.kind === 'probing') become({ kind: 'open', pauseMs: state.pauseMs });
    },
    bad(failure, atLeastMs = 0) {
      if (state.kind === 'closed' || (probe && state.kind === 'probing')) open(failure, atLeastMs);
    },
  });

  return {
    get successes() {
      return successes;
    },
    async enter(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (state.kind === 'given-up') return state;
        if (state.kind === 'closed') return pass(false);
        const seen = state;
        if (state.kind === 'probing') await aborted(AbortSignal.any([signal, changed.signal]));
        else await pause(state.pauseMs, signal, changed.signal, sleep);
        if (state === seen && seen.kind === 'open') {
          become({ kind: 'probing', pauseMs: seen.pauseMs });
          return pass(true);
        }
      }
    },
  };
}

/** Until the pause is over or the breaker has changed; rejects when the call itself is aborted. */
async function pause(ms: number, signal: AbortSignal, changed: AbortSignal, sleep: Sleep): Promise<void> {
  try {
    await sleep(ms, AbortSignal.any([signal, changed]));
  } catch (error) {
    signal.throwIfAborted();
    if (!changed.aborted) throw error;
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
