import type { GoalResult, Snapshot } from './goals.ts';

/** What became of a goal from one snapshot to a later one. */
export interface Drift {
  readonly goal: string;
  /** `new`: it was not there. */
  readonly before: GoalResult['result'] | 'new';
  /** `gone`: it is not there any more. */
  readonly after: GoalResult['result'] | 'gone';
  readonly delta: Delta;
  readonly weight: number;
  /** Of a continuous goal that was a number both times. */
  readonly valueDelta?: number;
  /** It no longer finishes. */
  readonly timedOut?: true;
}

export const DELTAS = ['regressed', 'improved', 'unchanged'] as const;
export type Delta = (typeof DELTAS)[number];

/**
 * Every goal of either snapshot: those that regressed, those that improved, the others; the heaviest first. A goal that passed and
 * fails, hangs, is skipped or is gone has regressed.
 */
export function driftOf(before: Snapshot, after: Snapshot): readonly Drift[] {
  const old = new Map(before.goals.map((one) => [one.goal, one]));
  const young = new Set(after.goals.map(({ goal }) => goal));
  const gone = before.goals.filter(({ goal }) => !young.has(goal));
  return [
    ...after.goals.map((one) => driftBetween(old.get(one.goal), one)),
    ...gone.map((one) => driftBetween(one, undefined)),
  ].toSorted((a, b) => DELTAS.indexOf(a.delta) - DELTAS.indexOf(b.delta) || b.weight - a.weight);
}

function driftBetween(was: GoalResult, is: GoalResult | undefined): Drift;
function driftBetween(was: GoalResult | undefined, is: GoalResult): Drift;
function driftBetween(was: GoalResult | undefined, is: GoalResult | undefined): Drift {
  const valueDelta = was?.value === undefined || is?.value === undefined ? undefined : is.value - was.value;
  return {
    goal: is?.goal ?? was?.goal ?? '',
    before: was?.result ?? 'new',
    after: is?.result ?? 'gone',
    delta: deltaOf(was, is),
    weight: is?.weight ?? was?.weight ?? 0,
    ...(valueDelta === undefined ? {} : { valueDelta }),
    ...(is?.timedOut === undefined ? {} : { timedOut: true }),
  };
}

function deltaOf(was: GoalResult | undefined, is: GoalResult | undefined): Delta {
  if (was === undefined || (was.result === 'pass') === (is?.result === 'pass')) return 'unchanged';
  return was.result === 'pass' ? 'regressed' : 'improved';
}

/** How many of each. */
export function driftCounts(drifts: readonly Drift[]): Readonly<Record<Delta, number>> {
  const of = (delta: Delta) => drifts.filter((one) => one.delta === delta).length;
  return { regressed: of('regressed'), improved: of('improved'), unchanged: of('unchanged') };
}
