interface Literal {
  readonly value: number;
  readonly integer: boolean;
}

/** Comparing two sequences takes so many steps at most; beyond that only values that are nowhere in the other count as new. */
const MOST_STEPS = 1_000_000;

/** Which of a candidate's numbers none of its parents has in that place: by a diff of the values in their order. */
export function newLiterals(own: readonly Literal[], parents: readonly (readonly Literal[])[]): readonly number[] {
  const found = parents.map((parent) => added(own.map(keyOf), parent.map(keyOf)));
  return [...own.keys()].filter((index) => found.every((indices) => indices.has(index)));
}

/** 1 and 1.0 are different numbers in the text: one stays whole when it is tuned. */
const keyOf = ({ value, integer }: Literal): string => `${integer ? 'i' : 'f'}${value}`;

/** Places of `own` outside a longest common subsequence with `other`. */
function added(own: readonly string[], other: readonly string[]): ReadonlySet<number> {
  const head = own.findIndex((key, i) => key !== other[i]);
  if (head === -1) return new Set();
  const tail = commonTail(own, other, head);
  const [mine, theirs] = [own.slice(head, own.length - tail), other.slice(head, other.length - tail)];
  const kept = mine.length * theirs.length > MOST_STEPS ? present(mine, theirs) : common(mine, theirs);
  return new Set([...mine.keys()].filter((i) => !kept.has(i)).map((i) => i + head));
}

function commonTail(own: readonly string[], other: readonly string[], head: number): number {
  const most = Math.min(own.length, other.length) - head;
  let tail = 0;
  while (tail < most && own[own.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  return tail;
}

function present(mine: readonly string[], theirs: readonly string[]): ReadonlySet<number> {
  const known = new Set(theirs);
  return new Set([...mine.keys()].filter((i) => known.has(mine[i] ?? '')));
}

/** Places of `mine` in a longest common subsequence. */
function common(mine: readonly string[], theirs: readonly string[]): ReadonlySet<number> {
  // lengths[i][j]: of the longest one of mine from i on and theirs from j on.
  const lengths = Array.from({ length: mine.length + 1 }, () => new Int32Array(theirs.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = mine.length - 1; i >= 0; i--) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = theirs.length - 1; j >= 0; j--)
      row[j] = mine[i] === theirs[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const kept = new Set<number>();
  for (let [i, j] = [0, 0]; i < mine.length && j < theirs.length; ) {
    if (mine[i] === theirs[j]) {
      kept.add(i++);
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}
