import type { Replacement } from './text.ts';

/** What to replace in the lines to get the others: few and small places, not the fewest possible. */
export function changes(before: readonly string[], after: readonly string[]): readonly Replacement[] {
  const found: Replacement[] = [];
  let [from, to] = [0, 0];
  for (const { before: b, after: a } of [...anchors(before, after), { before: before.length, after: after.length }]) {
    const change = trimmed(before, after, { start: from, end: b, lines: [] }, to, a);
    if (change.end > change.start || change.lines.length > 0) found.push(change);
    from = b + 1;
    to = a + 1;
  }
  return found;
}

interface Anchor {
  readonly before: number;
  readonly after: number;
}

/** Lines that each side has once, as many of them as come in the same order on both. */
function anchors(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const there = once(after);
  const shared = [...once(before)].flatMap(([line, index]): Anchor[] => {
    const other = there.get(line);
    return other === undefined ? [] : [{ before: index, after: other }];
  });
  shared.sort((a, b) => a.before - b.before);
  const ends: { readonly anchor: Anchor; readonly length: number; readonly previous: number }[] = [];
  // Ends of the longest rising rows, by their length.
  const best: number[] = [];
  for (const anchor of shared) {
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[best[middle] ?? 0]?.anchor.after ?? 0) < anchor.after) low = middle + 1;
      else high = middle;
    }
    best[low] = ends.push({ anchor, length: low + 1, previous: best[low - 1] ?? -1 }) - 1;
  }
  const row: Anchor[] = [];
  for (let end = ends[best.at(-1) ?? -1]; end !== undefined; end = ends[end.previous]) row.push(end.anchor);
  return row.reverse();
}

function once(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const often = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (found.has(line)) often.add(line);
    found.set(line, index);
  }
  for (const line of often) found.delete(line);
  return found;
}

function trimmed(
  before: readonly string[],
  after: readonly string[],
  { start, end }: Replacement,
  to: number,
  until: number,
): Replacement {
  let [first, last, low, high] = [start, end, to, until];
  while (first < last && low < high && before[first] === after[low]) {
    first++;
    low++;
  }
  while (first < last && low < high && before[last - 1] === after[high - 1]) {
    last--;
    high--;
  }
  return { start: first, end: last, lines: after.slice(low, high) };
}
