import { around, part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Grammar, type Head, sliced, upTo } from '../grammar.ts';

const OWNERS = new Set(['impl_item', 'trait_item', 'function_item', 'mod_item']);

export const rust: Grammar = {
  heads,
  scope(node, text) {
    const name =
      node.type === 'impl_item' ? part(node, 'type') : node.type === 'mod_item' ? part(node, 'name') : undefined;
    return name === undefined ? [] : [typeName(name, text)];
  },
  functions: new Set(['function_item', 'closure_expression']),
  marks: new Set(['attribute_item']),
};

const TYPES = new Set(['struct_item', 'enum_item', 'union_item', 'trait_item', 'type_item', 'associated_type']);

function heads(node: SyntaxNode, text: string): readonly Head[] {
  const name = part(node, 'name');
  if (name === undefined) return [];
  const names: Head['names'] = [sliced(text, name)];
  switch (node.type) {
    case 'function_item':
    case 'function_signature_item': {
      const owner = around(node, OWNERS)?.type;
      const kind = owner === 'impl_item' || owner === 'trait_item' ? 'method' : 'function';
      return [{ names, kind, outer: node, ...upTo(part(node, 'body'), node, text) }];
    }
    case 'const_item':
    case 'static_item':
      return [{ names, kind: 'value', outer: node, ...upTo(part(node, 'value'), node, text) }];
    default: {
      if (!TYPES.has(node.type)) return [];
      const body = part(node, node.type === 'type_item' ? 'type' : 'body');
      return [{ names, kind: 'type', outer: node, ...upTo(body, node, text) }];
    }
  }
}

/** Without references, path and arguments. */
function typeName(node: SyntaxNode, text: string): string {
  const within = part(node, 'type') ?? (node.type === 'scoped_type_identifier' ? part(node, 'name') : undefined);
  return within === undefined ? sliced(text, node) : typeName(within, text);
}
