import type { Definition } from '../symbol/definition.ts';
import { inside, nodesOf, part, type SyntaxNode } from '../syntax/tree.ts';
import type { Text } from './binding.ts';

/** `object.name` in any language; some calls have the name only. */
export interface Member {
  readonly object: SyntaxNode | undefined;
  readonly name: SyntaxNode;
}

const MEMBERS: Readonly<Record<string, readonly (readonly [object: string, name: string])[]>> = {
  attribute: [['object', 'attribute']],
  member_expression: [['object', 'property']],
  nested_identifier: [['object', 'property']],
  nested_type_identifier: [['module', 'name']],
  selector_expression: [['operand', 'field']],
  qualified_type: [['package', 'name']],
  scoped_identifier: [
    ['path', 'name'],
    ['scope', 'name'],
  ],
  scoped_type_identifier: [['path', 'name']],
  field_expression: [
    ['value', 'field'],
    ['argument', 'field'],
  ],
  field_access: [['object', 'field']],
  method_invocation: [['object', 'name']],
  qualified_identifier: [['scope', 'name']],
};

export function memberOf(node: SyntaxNode): Member | undefined {
  const fields = MEMBERS[node.type];
  for (const [object, name] of fields ?? []) {
    const named = node.children.find((child) => child.field === name);
    if (named === undefined) continue;
    const before = node.children.find((child) => child.field === object);
    if (before !== undefined || node.type === 'method_invocation') return { object: before, name: named };
  }
  // Java names no fields of these.
  if (node.type !== 'scoped_type_identifier' && node.type !== 'method_reference') return undefined;
  const parts = node.children.filter(({ named }) => named);
  const [object, name] = [parts[0], parts.at(-1)];
  return name === undefined || object === name ? undefined : { object, name };
}

const NAMES = new Set(
  'identifier type_identifier shorthand_property_identifier shorthand_field_identifier namespace_identifier package_identifier'.split(
    ' ',
  ),
);

/** Whether a leaf may mean something of the file: a variable, a function, a type. */
export function isName(node: SyntaxNode): boolean {
  if (!NAMES.has(node.type)) return false;
  const { parent, field } = node;
  if (parent?.type === 'keyword_argument' || parent?.type === 'element_value_pair')
    return !(field === 'name' || field === 'key');
  return parent?.type !== 'lifetime' && !isFieldKey(node);
}

/** In Go `Point{X: 1}` names a field, while the keys of a map are values. */
function isFieldKey({ parent }: SyntaxNode): boolean {
  const pair = parent?.type === 'literal_element' ? parent.parent : undefined;
  if (pair?.type !== 'keyed_element' || pair.children[0] !== parent) return false;
  const literal = pair.parent?.parent;
  const type = literal?.type === 'composite_literal' ? part(literal, 'type') : undefined;
  return type === undefined || /^(type_identifier|qualified_type|generic_type)$/.test(type.type);
}

/** Kinds that are only a way to write what is inside them. */
const WRAPPERS = new Set(
  [
    'parenthesized_expression await await_expression try_expression reference_expression unary_expression',
    'pointer_expression non_null_expression as_expression satisfies_expression generic_function type_cast_expression',
    'expression_statement expression_list literal_element init_declarator template_function',
  ]
    .join(' ')
    .split(' '),
);

/** An expression without what is around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let depth = 0; depth < 20 && WRAPPERS.has(at.type); depth++) {
    const next = part(at, 'argument') ?? part(at, 'value') ?? part(at, 'function') ?? part(at, 'name') ?? inside(at)[0];
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** The whole of a definition in the tree, without attributes that stand beside it. */
export function nodeOf({ root }: Text, { start, end }: Pick<Definition, 'start' | 'end'>): SyntaxNode {
  const [first, ...others] = nodesWithin(root, start, end);
  if (first === undefined) return root;
  const sizeOf = (node: SyntaxNode) => node.end - node.start;
  return others.reduce((largest, node) => (sizeOf(node) > sizeOf(largest) ? node : largest), first);
}

/** The outermost nodes of a span. */
export function nodesWithin(root: SyntaxNode, start: number, end: number): readonly SyntaxNode[] {
  const isWithin = (node: SyntaxNode) => node.start >= start && node.end <= end;
  const enter = (node: SyntaxNode) => node.end > start && node.start < end && !isWithin(node);
  return [...nodesOf(root, enter)].filter((node) => isWithin(node) && node.end > node.start);
}

export const textIn = ({ text }: Text, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);
