import type { Tree } from 'web-tree-sitter';

/** The line of the first node that makes no sense, from 1. */
export function errorLine(tree: Tree): number | undefined {
  if (!tree.rootNode.hasError) return undefined;
  let node = tree.rootNode;
  for (;;) {
    const inner = node.children.find((child) => child.hasError || child.isMissing);
    if (inner === undefined || node.isError) return node.startPosition.row + 1;
    node = inner;
  }
}
