import type { Goal, GoalResult, Snapshot } from '../../domain/goals.ts';
import { type CheckRun, resultOf } from './check.ts';
import { isHeavy } from './heavy.ts';

export interface Measurement {
  readonly goals: readonly Goal[];
  readonly run: CheckRun;
  /** Checks that run at the same time, those that need the machine apart: 2 unless said otherwise. */
  readonly width?: number;
  /** Of the whole; without an end when absent. */
  readonly totalSeconds?: number;
  /** Hears of each goal as it is measured. */
  readonly onResult?: (result: GoalResult) => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Of the code that is measured. */
  readonly sha: string;
}

/** `broken`: the machine failed. `unfinished`: the time of the whole was over; nothing is known of the goals that are left. */
export type Measured =
  | { readonly kind: 'measured'; readonly snapshot: Snapshot }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'unfinished'; readonly reason: string };

const WIDTH = 2;

class Broken extends Error {}
class TimeOver extends Error {}

/**
 * Measures all goals: those that check the checks first and one by one, then light checks some at once, then heavy ones one by one.
 * Contract: rejects only when aborted; results are in the order of the goals; no process is left in any case.
 */
export async function measureGoals(measurement: Measurement, signal: AbortSignal): Promise<Measured> {
  const { goals, width = WIDTH, totalSeconds, now, sha } = measurement;
  const at = new Date(now()).toISOString();
  const ending = new AbortController();
  const clock =
    totalSeconds === undefined ? undefined : setTimeout(() => ending.abort(new TimeOver()), totalSeconds * 1000);
  const results = new Map<Goal, GoalResult>();
  const until = AbortSignal.any([signal, ending.signal]);
  const one = (goal: Goal) => measureGoal(measurement, goal, results, until);
  const rest = goals.filter(({ type }) => type !== 'meta');
  try {
    await inTurn(
      goals.filter(({ type }) => type === 'meta'),
      1,
      one,
      ending,
    );
    await inTurn(
      rest.filter((goal) => !isHeavy(goal)),
      width,
      one,
      ending,
    );
    await inTurn(rest.filter(isHeavy), 1, one, ending);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Broken) return { kind: 'broken', reason: error.message };
    if (error instanceof TimeOver && results.size < goals.length)
      return { kind: 'unfinished', reason: unfinished(measurement, results) };
    if (!(error instanceof TimeOver)) throw error;
  } finally {
    clearTimeout(clock);
  }
  return { kind: 'measured', snapshot: { at, sha, goals: goals.flatMap((goal) => results.get(goal) ?? []) } };
}

async function measureGoal(
  { run, onResult }: Measurement,
  goal: Goal,
  results: Map<Goal, GoalResult>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const check = await run(goal, signal);
  if (check.kind === 'broken') throw new Broken(`goal ${goal.id}: ${check.reason}`);
  const result = resultOf(goal, check);
  results.set(goal, result);
  onResult?.(result);
}

/** So many at once. The first that fails ends the others, and is thrown when all have ended. */
async function inTurn(
  goals: readonly Goal[],
  width: number,
  work: (goal: Goal) => Promise<void>,
  ending: AbortController,
): Promise<void> {
  const left = goals.values();
  const turns = Array.from({ length: width }, async () => {
    try {
      for (const goal of left) await work(goal);
    } catch (error) {
      ending.abort(error);
    }
  });
  await Promise.all(turns);
  ending.signal.throwIfAborted();
}

function unfinished({ goals, totalSeconds }: Measurement, results: ReadonlyMap<Goal, GoalResult>): string {
  const left = goals.filter((goal) => !results.has(goal)).map(({ id }) => id);
  const named = left.slice(0, 3).join(', ') + (left.length > 3 ? ' and others' : '');
  return `after ${totalSeconds} s ${results.size} of ${goals.length} goals were measured; not ${named}`;
}
