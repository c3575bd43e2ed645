/** Negative when `a` comes first. */
export type Order<T> = (a: T, b: T) => number;

/** Where it belongs: after all that come before it and before its equals. */
export function placeOf<T, K>(sorted: readonly T[], wanted: K, order: (one: T, wanted: K) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && order(one, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Most things come last: then nothing is searched or moved. */
export function insert<T>(sorted: T[], one: T, order: Order<T>): void {
  const last = sorted.at(-1);
  if (last === undefined || order(last, one) < 0) sorted.push(one);
  else sorted.splice(placeOf(sorted, one, order), 0, one);
}

export function remove<T>(sorted: T[], one: T, order: Order<T>): void {
  const at = sorted.indexOf(one, placeOf(sorted, one, order));
  if (at < 0) throw new Error('it is not where it should be');
  sorted.splice(at, 1);
}

/** The last so many, the last first. */
export function lastFirst<T>(sorted: readonly T[], limit: number): readonly T[] {
  return sorted.slice(Math.max(0, sorted.length - limit)).reverse();
}
