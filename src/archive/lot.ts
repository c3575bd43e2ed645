import type { Rng } from '../domain/rng.ts';

/** Somebody who may be drawn, the more often the heavier. */
export interface Lot<T> {
  readonly of: T;
  readonly weight: number;
}

/**
 * Draws so many without putting any back, in the order in which they were drawn: each gets the key ln(u) / weight, and the
 * highest keys win. What weighs nothing is never drawn.
 */
export function drawnFrom<T>(lots: readonly Lot<T>[], count: number, random: Rng): readonly T[] {
  return lots
    .filter(({ weight }) => weight > 0)
    .map(({ of, weight }) => ({ of, key: Math.log(1 - random.next()) / weight }))
    .sort((a, b) => (a.key === b.key ? 0 : b.key - a.key))
    .slice(0, count)
    .map(({ of }) => of);
}
