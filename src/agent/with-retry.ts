import { setTimeout as timer } from 'node:timers/promises';
import { type Agent, type AgentRun, needsPerson } from '../domain/agent.ts';
import type { Ledger } from '../domain/ledger.ts';
import { breaker, type Failure, type Sleep } from './breaker.ts';

export interface RetryOptions {
  readonly ledger: Pick<Ledger, 'outage'>;
  readonly times?: RetryTimes;
  readonly sleep?: Sleep;
  /** Uniform in [0, 1): keeps lanes from coming back all at once. */
  readonly draw?: () => number;
}

export interface RetryTimes {
  /** Waits of one call before it is tried again. */
  readonly triesMs: readonly number[];
  /** Then nobody calls for so long; each is followed by one call that looks whether it is over. */
  readonly pausesMs: readonly number[];
  /** No wish of the other side is heeded for longer. */
  readonly longestMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A hiccup is over after some seconds, an outage often after minutes; one of a quarter of an hour is for a person to see. */
const TIMES: RetryTimes = {
  triesMs: [SECOND, 4 * SECOND, 15 * SECOND],
  pausesMs: [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 5 * MINUTE],
  longestMs: 5 * MINUTE,
};

/** Tests can't wait: one number per try, and one per pause. */
export function retryTimes(tries: string | undefined, pauses: string | undefined): RetryTimes {
  if (tries === undefined) return TIMES;
  const triesMs = tries.split(',').map(Number);
  const pausesMs = pauses === undefined ? [] : pauses.split(',').map(Number);
  return { triesMs, pausesMs, longestMs: Math.max(0, ...triesMs, ...pausesMs) };
}

/**
 * Sits out what passes: tries a call again, then pauses all calls of this agent, then gives up. What comes out broken is
 * final.
 */
export function withRetry(agent: Agent, options: RetryOptions): Agent {
  const { GALAPAGOS_BACK_OFF_MS, GALAPAGOS_PAUSES_MS } = process.env;
  const { ledger, times = retryTimes(GALAPAGOS_BACK_OFF_MS, GALAPAGOS_PAUSES_MS) } = options;
  const { sleep = wait, draw = Math.random } = options;
  const gate = breaker(times.pausesMs, sleep, ({ reason }, ms) =>
    ledger.outage(`${agent.name}: ${reason}; paused for ${inWords(ms)}`),
  );
  return {
    ...agent,
    async run(task, signal) {
      const before = gate.successes;
      let [tries, trips, calls] = [0, 0, 0];
      const again = async (earlier: number) => {
        if (earlier > 0 && task.access === 'edit') await task.workspace?.renew();
        return agent.run(task, signal);
      };
      for (;;) {
        const pass = await gate.enter(signal);
        if (pass.kind === 'given-up') return brokenFor(pass);
        const run = await again(calls++).catch((error: unknown) => {
          pass.gone();
          throw error;
        });
        if (run.kind === 'spent') {
          pass.gone();
          return run;
        }
        if (run.kind !== 'broken') {
          pass.good();
          return run;
        }
        if (needsPerson(run.outage)) {
          pass.gone();
          return { ...run, final: true };
        }
        const asked = Math.min(run.afterMs ?? 0, times.longestMs);
        const base = times.triesMs[tries];
        if (base !== undefined && !pass.probe) {
          tries += 1;
          await sleep(Math.max(asked, base / 2) + (draw() * base) / 2, signal);
          continue;
        }
        // Others are served: it is this call that the service can't bear, and waiting does not help it.
        if (trips > 0 && gate.successes > before && run.outage !== 'rate') {
          pass.gone();
          const { outage: _outage, afterMs: _afterMs, ...rest } = run;
          return { ...rest, kind: 'failed', reason: `${run.reason}, again and again, while other calls went well` };
        }
        pass.bad(run, asked);
        [tries, trips] = [0, trips + 1];
      }
    },
  };
}

const inWords = (ms: number): string => (ms < MINUTE ? `${Math.ceil(ms / SECOND)} s` : `${Math.ceil(ms / MINUTE)} min`);

const brokenFor = <A>({ reason, outage }: Failure): AgentRun<A> => ({
  kind: 'broken',
  reason,
  outage,
  final: true,
  text: '',
  spent: {},
});

const wait: Sleep = async (ms, signal) => {
  try {
    await timer(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
