import type { Node } from 'web-tree-sitter';

/** A node with the way to it: asking a node for its parent searches from the root, and for its type leaves JavaScript. */
export interface Place {
  readonly node: Node;
  readonly type: string;
  /** Which child of its parent it is. */
  readonly index: number;
  readonly parent: Place | undefined;
}

/**
 * The places of the tree in source order: all, or those of some kinds with those above them, since making a place costs
 * more than parsing it. A stack of its own, because data files nest and chain deeper than calls may.
 */
export function* placesOf(root: Node, kinds?: readonly string[]): Generator<Place> {
  const starts = kinds === undefined ? undefined : root.descendantsOfType([...kinds]).map((node) => node.startIndex);
  const top: Place = { node: root, type: root.type, index: 0, parent: undefined };
  const stack = [{ place: top, from: 0, to: starts?.length ?? 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { place, from } = next;
    yield place;
    let { to } = next;
    const { children } = place.node;
    for (let index = children.length - 1; index >= 0 && to > from; index--) {
      const node = children[index];
      if (node === undefined) continue;
      // Without kinds every child takes the one start there is.
      const own = starts === undefined || index === 0 ? from : firstAtLeast(starts, node.startIndex, from, to);
      if (own < to) stack.push({ place: { node, type: node.type, index, parent: place }, from: own, to });
      if (starts !== undefined) to = own;
    }
  }
}

function firstAtLeast(sorted: readonly number[], value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The name of the part that it plays in its parent. */
export function fieldOf({ parent, index }: Place): string | undefined {
  return parent?.node.fieldNameForChild(index) ?? undefined;
}
