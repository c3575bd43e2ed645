/** More edits than this part of a word make another word of it. */
const TYPO_SHARE = 0.4;

/** The known word that a mistyped one most likely stands for; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replaceAll('_', '-');
  const distances = known.map((one) => ({ one, distance: editDistance(plain, one) }));
  const best = distances.sort((a, b) => a.distance - b.distance)[0];
  return best === undefined || best.distance > Math.max(1, TYPO_SHARE * best.one.length) ? undefined : best.one;
}

/** Letters to insert, delete, replace or swap with their neighbour to get from one word to the other. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(rows, i - 1, j) + 1,
          (row[j - 1] ?? 0) + 1,
          at(rows, i - 1, j - 1) + same,
          swapped ? at(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

const at = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? 0;
