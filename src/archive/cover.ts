import type { Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import { taskKeys } from './value.ts';

/** Somebody who is best at something. */
export interface Winner {
  readonly id: string;
  /** Tasks at which nobody is better. */
  readonly tasks: readonly string[];
  /** Whether nobody has a better score. */
  readonly leads: boolean;
}

/** Leading counts as much as a task. */
export const weightOf = ({ tasks, leads }: Winner): number => tasks.length + (leads ? 1 : 0);

/** Who is best, or as good as the best, at which tasks. Contract: in the order of the members. */
export function winners(members: readonly Resident[], direction: Direction): readonly Winner[] {
  const best = new Map<string, number>();
  const feats = members.map((member) => taskKeys(member, direction));
  for (const feat of feats)
    for (const [task, key] of feat) if (byRankKey(key, best.get(task) ?? null) < 0) best.set(task, key);
  const scores = members.map(({ evaluation }) => rankKey(evaluation, direction));
  const [highest = null] = scores.toSorted(byRankKey);
  return members.map(({ id }, index) => ({
    id,
    tasks: [...(feats[index] ?? [])].filter(([task, key]) => best.get(task) === key).map(([task]) => task),
    leads: highest !== null && scores[index] === highest,
  }));
}

/**
 * As few as hold the best of every task and the best score: whoever has nothing that others don't have, too, goes, the worst
 * first.
 * Contract: `all` best first, the earlier of equals first. Up to its capacity it holds the best of every task, and always the
 * best by score.
 */
export function cover(all: readonly Winner[], capacity: number): readonly Winner[] {
  const holders = new Map<string, number>();
  let leaders = all.filter(({ leads }) => leads).length;
  for (const { tasks } of all) for (const task of tasks) holders.set(task, (holders.get(task) ?? 0) + 1);
  const kept = new Set(all);
  for (const one of all.toReversed()) {
    if ((one.leads && leaders === 1) || one.tasks.some((task) => holders.get(task) === 1)) continue;
    kept.delete(one);
    if (one.leads) leaders--;
    for (const task of one.tasks) holders.set(task, (holders.get(task) ?? 0) - 1);
  }
  const left = all.filter((one) => kept.has(one));
  if (left.length <= capacity) return left;
  const rank = (one: Winner) => (one.leads ? Number.POSITIVE_INFINITY : one.tasks.length);
  const heaviest = new Set(left.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))).slice(0, capacity));
  return left.filter((one) => heaviest.has(one));
}
