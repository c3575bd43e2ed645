import { byRankKey, promotes, rankKey } from '../../domain/compare.ts';
import { isComparable } from '../../domain/conclusion.ts';
import { closingAt, openingAt, sinceRound } from '../../domain/round.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';
import { inOrder, roundEntries, roundsOf } from './course.ts';

/**
 * Rounds in a row, up to this one, that brought no new best that still counts; those of other epochs and those that the user has
 * put behind left out.
 * Contract: looked up anew, so that what is found invalid later counts no more. Never more than the limit of the stall.
 */
export function stallAfter(view: View, run: RunFacts, round: number): number {
  const { stall } = roundsOf(run);
  const first = Math.max(sinceRound(view), round - stall) + 1;
  let count = 0;
  for (let nth = round; nth >= first; nth--) {
    if (openingAt(view, nth)?.epoch !== (run.epoch ?? 0) || closingAt(view, nth) === undefined) break;
    if (newBestOf(view, run, nth) !== undefined) break;
    count++;
  }
  return count;
}

/** The best that a round has brought, where it is better than all before it: audited, alive and in this epoch. */
export function newBestOf(view: View, run: RunFacts, round: number): Entry | undefined {
  const own = bestFirst(run, roundEntries(view, round).filter(isComparable));
  if (own.length === 0) return undefined;
  const rule = {
    direction: run.config.fixed.direction,
    noisy: run.noisy === true,
    holdout: run.config.fixed.holdout !== undefined,
  };
  const rival = rivalOf(view, run, round);
  const contender =
    rival?.evaluation === undefined ? undefined : { id: rival.proposal.id, evaluation: rival.evaluation };
  const crowned = rule.noisy ? crownedIn(view) : new Set();
  return own.find(
    ({ proposal: { id }, evaluation }) =>
      evaluation !== undefined && (crowned.has(id) || promotes({ id, evaluation }, contender, rule)),
  );
}

/** Who was best before a round; where that one counts no more, the best of those who do. */
function rivalOf(view: View, run: RunFacts, round: number): Entry | undefined {
  const others: Entry[] = [];
  for (let nth = round; nth >= 1; nth--) {
    const id = openingAt(view, nth)?.best?.id;
    const best = id === undefined ? undefined : view.entry(id);
    if (best !== undefined && isComparable(best)) return bestFirst(run, [best, ...others])[0];
    others.push(...roundEntries(view, nth - 1).filter(isComparable));
  }
  return bestFirst(run, others)[0];
}

/** Many more than one round can crown. */
const LOOKED_AT = 500;

/** Where there is noise, only who was compared with the best of its time and found better has been best. */
const crownedIn = (view: View): ReadonlySet<string> =>
  new Set([
    ...view.improvements(LOOKED_AT).map(({ candidate }) => candidate),
    ...[view.best()].flatMap((entry) => entry?.proposal.id ?? []),
  ]);

/** Equals in the order in which they were proposed. */
export function bestFirst({ config }: RunFacts, entries: readonly Entry[]): readonly Entry[] {
  const key = ({ evaluation }: Entry) =>
    evaluation === undefined ? null : rankKey(evaluation, config.fixed.direction);
  return entries.toSorted((a, b) => byRankKey(key(a), key(b)) || inOrder(a, b));
}
