import { beside, type Direction, differ } from '../../../domain/compare.ts';
import type { Evaluation } from '../../../domain/evaluation.ts';
import type { Lanes, Version } from '../../../domain/lane.ts';
import type { Case, Changes, Tried } from './case.ts';
import { judge } from './judge.ts';

export interface Bench {
  readonly lanes: Lanes;
  readonly seed: Version;
  /** What the unchanged code has scored already. */
  readonly unchanged: readonly number[];
  readonly direction: Direction;
  /** How many cases are worked on at once. */
  readonly width: number;
  commit(id: string, changes: Changes): Promise<Version>;
}

/** Together with what is known they say whether it is noisy; more of them say how much. */
const AGAIN = 2;
const AGAIN_NOISY = 4;

/**
 * Measures the unchanged code again and then every case in its order, until the time is over.
 * Contract: rejects only when `signal` is aborted; nothing that it started is alive afterwards.
 */
export async function attempt(
  bench: Bench,
  cases: readonly Case[],
  signal: AbortSignal,
  over: AbortSignal,
): Promise<{ readonly tried: readonly Tried[]; readonly unchanged: readonly number[] }> {
  const either = AbortSignal.any([signal, over]);
  const unchanged = [...bench.unchanged];
  const controls: Tried[] = [];
  for (let nth = 1; nth <= (differ(unchanged) ? AGAIN_NOISY : AGAIN); nth++) {
    const one: Case = {
      id: `seed-${nth}`,
      kind: 'control',
      what: 'unchanged, once more',
      made: { changes: new Map() },
    };
    const measured = await unless(over, signal, () => evaluate(bench, one, either));
    if (measured === undefined) controls.push(untimely(one));
    else {
      controls.push(judge(one, measured, unchanged, bench.direction));
      if (measured.outcome === 'scored') unchanged.push(...measured.samples);
    }
  }
  const tried = await inOrder(cases, bench.width, async (one) => {
    if ('missing' in one.made) return untried(one, one.made.missing);
    const measured = await unless(over, signal, () => confirmed(bench, one, unchanged, either));
    return measured === undefined ? untimely(one) : judge(one, measured, unchanged, bench.direction);
  });
  return { tried: [...controls, ...tried], unchanged };
}

/** On a noisy benchmark a target is not said to be rewarded for one lucky run. */
async function confirmed(
  bench: Bench,
  one: Case,
  unchanged: readonly number[],
  signal: AbortSignal,
): Promise<Evaluation> {
  const first = await evaluate(bench, one, signal);
  if (one.kind === 'mutant' || !differ(unchanged) || !isBetter(first)) return first;
  const second = await evaluate(bench, one, signal);
  return isBetter(second) ? first : second;

  function isBetter(evaluation: Evaluation): boolean {
    if (evaluation.outcome !== 'scored') return false;
    return beside(evaluation.samples, unchanged, bench.direction) === 'better';
  }
}

async function evaluate({ lanes, seed, commit }: Bench, one: Case, signal: AbortSignal): Promise<Evaluation> {
  const { id, made } = one;
  if ('missing' in made) throw new Error(`${id} was not made`);
  signal.throwIfAborted();
  const candidate = made.changes.size === 0 ? { ...seed, id } : await commit(id, made.changes);
  return lanes.evaluate({ candidate, attempt: 1 }, signal);
}

/** undefined when the time is over. */
async function unless<T>(over: AbortSignal, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (over.aborted) return undefined;
    throw error;
  }
}

const untried = ({ id, kind, what }: Case, reason: string): Tried => ({
  id,
  kind,
  what,
  verdict: 'not-tried',
  score: null,
  reason,
});

const untimely = (one: Case): Tried => ({ ...untried(one, 'no time left'), left: 'time' });

/** Several at once, the results in the order of the items. */
async function inOrder<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}
