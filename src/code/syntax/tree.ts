import type { Tree } from 'web-tree-sitter';

/** A node of a syntax tree as plain data: asking the parser's own nodes again and again costs more than copying once. */
export interface SyntaxNode {
  readonly type: string;
  /** False for keywords, operators and punctuation, whose type is their text. */
  readonly named: boolean;
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The part that it plays in its parent. */
  readonly field: string | undefined;
  readonly parent: SyntaxNode | undefined;
  /** Which child of its parent it is. */
  readonly index: number;
  readonly children: readonly SyntaxNode[];
}

interface Growing extends SyntaxNode {
  readonly children: Growing[];
}

/** The whole tree. Contract: needs the parser's tree no longer; goes as deep as the text does. */
export function copied(tree: Tree): SyntaxNode {
  const { types, fields } = tree.language;
  const named = types.map((_, id) => tree.language.nodeTypeIsNamed(id));
  const cursor = tree.walk();
  const read = (parent: Growing | undefined): Growing => ({
    type: types[cursor.nodeTypeId] ?? 'ERROR',
    named: named[cursor.nodeTypeId] ?? true,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: fields[cursor.currentFieldId] ?? undefined,
    parent,
    index: parent?.children.length ?? 0,
    children: [],
  });
  try {
    const root = read(undefined);
    const path = [root];
    let down = cursor.gotoFirstChild();
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      if (down) {
        const child = read(at);
        at.children.push(child);
        // Each question to the cursor takes its time, and tokens have no children that matter.
        if (child.named && cursor.gotoFirstChild()) path.push(child);
        else down = cursor.gotoNextSibling();
      } else {
        path.pop();
        down = path.length > 0 && cursor.gotoParent() && cursor.gotoNextSibling();
      }
    }
    return root;
  } finally {
    cursor.delete();
  }
}

/** All nodes below and including this one, in source order; `enter` says of which nodes the insides are wanted. */
export function* nodesOf(root: SyntaxNode, enter: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (!enter(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined) stack.push(child);
    }
  }
}

export function* ancestorsOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let at = node.parent; at !== undefined; at = at.parent) yield at;
}

/** The nearest of these kinds that is around the node. */
export function around(node: SyntaxNode, kinds: ReadonlySet<string>): SyntaxNode | undefined {
  for (const at of ancestorsOf(node)) if (kinds.has(at.type)) return at;
  return undefined;
}

export const part = (node: SyntaxNode, field: string): SyntaxNode | undefined =>
  node.children.find((child) => child.field === field && child.named);

/** The named children without comments. */
export const inside = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.children.filter((child) => child.named && !child.type.includes('comment'));

export const holds = (outer: SyntaxNode, inner: SyntaxNode): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;
