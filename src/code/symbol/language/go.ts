import { nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Grammar, type Head, sliced, upTo } from '../grammar.ts';

export const go: Grammar = {
  heads,
  scope: () => [],
  functions: new Set(['function_declaration', 'method_declaration', 'func_literal']),
  marks: new Set(),
};

function heads(node: SyntaxNode, text: string): readonly Head[] {
  const name = part(node, 'name');
  if (name === undefined) return [];
  const plain = sliced(text, name);
  switch (node.type) {
    case 'function_declaration':
      return [{ names: [plain], kind: 'function', outer: node, ...upTo(part(node, 'body'), node, text) }];
    case 'method_declaration': {
      const owner = receiver(part(node, 'receiver'), text);
      const names: Head['names'] = owner === undefined ? [plain] : [owner, plain];
      return [{ names, kind: 'method', outer: node, ...upTo(part(node, 'body'), node, text) }];
    }
    case 'method_elem':
      return [{ names: [plain], kind: 'method', outer: node, until: node.end }];
    case 'type_spec':
    case 'type_alias': {
      const type = part(node, 'type');
      const fields = type?.children.find((child) => child.type === 'field_declaration_list' || child.type === '{');
      const body = type?.type === 'interface_type' && fields !== undefined ? { ...fields, end: type.end } : fields;
      return [{ names: [plain], kind: 'type', outer: outerOf(node), ...upTo(body, node, text) }];
    }
    case 'const_spec':
    case 'var_spec':
      return values(node, text);
    default:
      return [];
  }
}

function values(node: SyntaxNode, text: string): readonly Head[] {
  const value = part(node, 'value');
  const outer = outerOf(node);
  const named = node.children.filter((child) => child.field === 'name' && child.type === 'identifier');
  const only = value?.children.length === 1 ? value.children[0] : undefined;
  const made = only?.type === 'func_literal' ? part(only, 'body') : undefined;
  return named.map((name) => ({
    names: [sliced(text, name)],
    kind: made === undefined ? 'value' : 'function',
    outer,
    ...upTo(made ?? value, node, text),
  }));
}

/** The whole declaration, unless it is a group. */
function outerOf(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  return parent?.type.endsWith('_declaration') && !parent.children.some((child) => child.type === '(') ? parent : node;
}

/** The type's name, without pointer and parameters. */
function receiver(node: SyntaxNode | undefined, text: string): string | undefined {
  if (node === undefined) return undefined;
  for (const at of nodesOf(node)) if (at.type === 'type_identifier') return sliced(text, at);
  return undefined;
}
