import type { Node } from 'web-tree-sitter';

/** A node with the way to it: asking a node for its parent searches from the root, and for its type leaves JavaScript. */
export interface Place {
  readonly node: Node;
  readonly type: string;
  /** Which child of its parent it is. */
  readonly index: number;
  readonly parent: Place | undefined;
}

/** All places of the tree in source order; a stack of its own, since data files nest and chain deeper than calls may. */
export function* placesOf(root: Node): Generator<Place> {
  const stack: Place[] = [{ node: root, type: root.type, index: 0, parent: undefined }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    yield place;
    const { children } = place.node;
    for (const [index, node] of [...children.entries()].reverse()) {
      stack.push({ node, type: node.type, index, parent: place });
    }
  }
}

/** The name of the part that it plays in its parent. */
export function fieldOf({ parent, index }: Place): string | undefined {
  return parent?.node.fieldNameForChild(index) ?? undefined;
}
