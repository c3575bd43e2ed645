import { aboveFloor, byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import { type Leader, taskKeys } from '../domain/leader.ts';
import type { Entry } from '../domain/view.ts';
import type { Lot } from './lot.ts';

export interface Fronts {
  readonly direction: Direction;
  /** Tasks where more is better and nobody has more than this have no front. */
  readonly floor: number;
}

/**
 * Who is needed to have the best of every task, best first, each with the number of tasks that nobody does better: from the
 * lowest score up whoever leaves to each of its tasks another who does it as well is not.
 * Contract: `leaders` has of every task the one with the highest score among its best, the first of equals, and `entries` are
 * these leaders in the order in which they came. Nobody else would be left: at its turn each of its tasks still has its leader.
 */
export function needed(
  entries: readonly Entry[],
  leaders: readonly Leader[],
  { direction, floor }: Fronts,
): readonly Lot<Entry>[] {
  const fronts = leaders.filter((leader) => aboveFloor(leader.key, leader.direction, floor));
  const rankOf = ({ evaluation }: Entry) => (evaluation === undefined ? null : rankKey(evaluation, direction));
  const members = entries
    .toSorted((a, b) => byRankKey(rankOf(a), rankOf(b)))
    .map((entry) => {
      const keys = taskKeys(entry, direction);
      return { entry, won: fronts.filter(({ task, key }) => keys.get(task)?.key === key).map(({ task }) => task) };
    });
  const holders = new Map<string, number>();
  for (const { won } of members) for (const task of won) holders.set(task, (holders.get(task) ?? 0) + 1);
  const left = new Set(members);
  for (const member of members.toReversed()) {
    if (member.won.some((task) => holders.get(task) === 1)) continue;
    left.delete(member);
    for (const task of member.won) holders.set(task, (holders.get(task) ?? 0) - 1);
  }
  return [...left].map(({ entry, won }) => ({ of: entry, weight: won.length }));
}
