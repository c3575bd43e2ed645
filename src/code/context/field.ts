import { nodesOf, part, type SyntaxNode } from '../syntax/tree.ts';
import type { Defined } from './lookup.ts';
import { basesOf } from './member.ts';
import type { Library, Source } from './shelf.ts';
import { nodeOf, textIn } from './tree-words.ts';

/** What is known of a field: its written type, or an expression that it is given. */
export interface Field {
  readonly kind: 'type' | 'value';
  readonly node: SyntaxNode;
  readonly source: Source;
  readonly self: Defined;
}

const HIGHEST = 4;
const DECLARING =
  /^(field_declaration|public_field_definition|property_signature|field_definition|required_parameter)$/;

/** A field of a class, or of one that it is made from. */
export async function fieldIn(library: Library, of: Defined, name: string, height = 0): Promise<Field | undefined> {
  const own = ownField(of, name);
  if (own !== undefined || height > HIGHEST) return own;
  for (const base of await basesOf(library, of)) {
    const found = await fieldIn(library, base, name, height + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownField(of: Defined, name: string): Field | undefined {
  const { source, definition } = of;
  const found = { source, self: of };
  let given: Field | undefined;
  for (const node of nodesOf(nodeOf(source, definition))) {
    if (DECLARING.test(node.type) && names(source, node, name)) {
      const [type, value] = [part(node, 'type'), part(node, 'value')];
      if (type !== undefined) return { kind: 'type', node: type, ...found };
      if (value !== undefined) given ??= { kind: 'value', node: value, ...found };
    }
    if (node.type !== 'assignment' && node.type !== 'assignment_expression') continue;
    const left = part(node, 'left');
    const word = left && textIn(source, left).replace(/\s/g, '');
    if (word !== `self.${name}` && word !== `this.${name}` && !(word === name && isOfClass(node))) continue;
    const [type, right] = [part(node, 'type'), part(node, 'right')];
    if (type !== undefined) return { kind: 'type', node: type, ...found };
    if (right !== undefined) given ??= { kind: 'value', node: right, ...found };
  }
  return given;
}

const isOfClass = (assignment: SyntaxNode): boolean => assignment.parent?.parent?.parent?.type === 'class_definition';

/** Parameters of a constructor are fields where they say who may see them. */
function names(source: Source, node: SyntaxNode, name: string): boolean {
  if (node.type === 'required_parameter' && !node.children.some(({ type }) => /modifier$|^readonly$/.test(type)))
    return false;
  const enter = ({ field }: SyntaxNode) => field !== 'type' && field !== 'value';
  for (const at of nodesOf(node, enter))
    if (at.children.length === 0 && enter(at) && /identifier$/.test(at.type) && textIn(source, at) === name)
      return true;
  return false;
}
