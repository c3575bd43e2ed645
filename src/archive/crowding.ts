import { byRankKey } from '../domain/compare.ts';

/** Somebody on a front: what counts of it, higher is better, null where it is missing. */
export interface Point {
  readonly keys: readonly (number | null)[];
}

/**
 * How much room each has around it: the distance of its neighbours on every axis, as a share of the whole. Who is best on
 * an axis has all the room there is.
 * Contract: in the order of the points, of those that are best on an axis the first.
 */
export function roomOf(points: readonly Point[]): readonly number[] {
  const room = points.map(() => 0);
  const axes = points[0]?.keys.length ?? 0;
  for (let axis = 0; axis < axes; axis++) {
    const known = points.flatMap(({ keys }, index) => {
      const key = keys[axis] ?? null;
      return key === null ? [] : [{ index, key }];
    });
    known.sort((a, b) => byRankKey(a.key, b.key) || a.index - b.index);
    const [most, least] = [known[0]?.key ?? 0, known.at(-1)?.key ?? 0];
    for (const [rank, { index, key }] of known.entries()) {
      const gap = (known[rank - 1]?.key ?? key) - (known[rank + 1]?.key ?? key);
      room[index] = (room[index] ?? 0) + gap / (most - least || 1);
    }
    const best = known[0]?.index;
    if (best !== undefined) room[best] = Number.POSITIVE_INFINITY;
  }
  return room;
}

/** As many as fit: again and again the one with the least room goes, of equals the last. */
export function thinned<T extends Point>(points: readonly T[], capacity: number): readonly T[] {
  let kept = points;
  while (kept.length > capacity) {
    const room = roomOf(kept);
    let [least, gone] = [Number.POSITIVE_INFINITY, kept.length - 1];
    for (const [index, free] of room.entries()) if (free <= least) [least, gone] = [free, index];
    kept = kept.filter((_, index) => index !== gone);
  }
  return kept;
}
