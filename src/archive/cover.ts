import type { Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import { SCORE, taskKeys } from './value.ts';

/** Somebody who is best at something. */
export interface Winner {
  readonly id: string;
  /** Tasks at which nobody is better; the score as a whole counts as one. */
  readonly won: readonly string[];
}

/** Beside the tasks, whose names have a mark in front. */
const WHOLE = SCORE;
const task = (name: string): string => `task ${name}`;

/** Who is best, or as good as the best, at which tasks. Contract: in the order of the members. */
export function winners(members: readonly Resident[], direction: Direction): readonly Winner[] {
  const feats = members.map((member) => {
    const feat = new Map([...taskKeys(member, direction)].map(([name, key]) => [task(name), key]));
    const score = rankKey(member.evaluation, direction);
    if (score !== null) feat.set(WHOLE, score);
    return feat;
  });
  const best = new Map<string, number>();
  for (const feat of feats)
    for (const [name, key] of feat) if (byRankKey(key, best.get(name) ?? null) < 0) best.set(name, key);
  return members.map(({ id }, index) => ({
    id,
    won: [...(feats[index] ?? [])].filter(([name, key]) => best.get(name) === key).map(([name]) => name),
  }));
}

/**
 * As few as hold the best of every task: whoever has nothing that others don't have, too, goes, the worst first.
 * Contract: `all` best first, the earlier of equals first. Up to its capacity it holds the best of every task, and always the
 * best by score.
 */
export function cover(all: readonly Winner[], capacity: number): readonly Winner[] {
  const holders = new Map<string, number>();
  for (const { won } of all) for (const name of won) holders.set(name, (holders.get(name) ?? 0) + 1);
  const kept = new Set(all);
  for (const one of all.toReversed()) {
    if (one.won.some((name) => holders.get(name) === 1)) continue;
    kept.delete(one);
    for (const name of one.won) holders.set(name, (holders.get(name) ?? 0) - 1);
  }
  const left = all.filter((one) => kept.has(one));
  if (left.length <= capacity) return left;
  const weight = ({ won }: Winner) => (won.includes(WHOLE) ? Number.POSITIVE_INFINITY : won.length);
  const heaviest = new Set(left.toSorted((a, b) => weight(b) - weight(a)).slice(0, capacity));
  return left.filter((one) => heaviest.has(one));
}
