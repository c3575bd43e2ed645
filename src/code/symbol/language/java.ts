import { part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Grammar, type Head, sliced, upTo } from '../grammar.ts';

export const java: Grammar = {
  heads,
  scope: () => [],
  functions: new Set([
    ...['method_declaration', 'constructor_declaration', 'compact_constructor_declaration'],
    ...['lambda_expression', 'static_initializer'],
  ]),
  marks: new Set(['marker_annotation', 'annotation']),
};

const KINDS: Readonly<Record<string, Head['kind']>> = {
  class_declaration: 'class',
  record_declaration: 'class',
  enum_declaration: 'type',
  interface_declaration: 'type',
  annotation_type_declaration: 'type',
  method_declaration: 'method',
  constructor_declaration: 'method',
  compact_constructor_declaration: 'method',
  annotation_type_element_declaration: 'method',
};

function heads(node: SyntaxNode, text: string): readonly Head[] {
  const kind = KINDS[node.type];
  const name = part(node, 'name');
  if (kind !== undefined && name !== undefined)
    return [{ names: [sliced(text, name)], kind, outer: node, ...upTo(part(node, 'body'), node, text) }];
  const { parent } = node;
  const field = parent?.type === 'field_declaration' || parent?.type === 'constant_declaration';
  if (node.type !== 'variable_declarator' || name === undefined || parent === undefined || !field) return [];
  const alone = parent.children.filter((child) => child.type === 'variable_declarator').length === 1;
  const outer = alone ? parent : node;
  return [{ names: [sliced(text, name)], kind: 'value', outer, ...upTo(part(node, 'value'), outer, text) }];
}
