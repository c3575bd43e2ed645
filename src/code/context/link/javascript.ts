import { inside, nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import type { Binding, Linker } from '../binding.ts';
import { outwardOf } from './javascript-exports.ts';
import { javascriptModule } from './javascript-module.ts';
import { requiredBy, unquoted } from './javascript-require.ts';

export const javascript: Linker = {
  bindings({ root, text }) {
    const textOf = ({ start, end }: SyntaxNode) => text.slice(start, end);
    const whole = new Map<string, Binding>();
    return [...nodesOf(root)].flatMap((node): readonly Binding[] => {
      const found = bindingsAt(node, whole, textOf);
      for (const one of found) if (one.imported === undefined && !one.outward) whole.set(one.local, one);
      return found;
    });
  },
  module: javascriptModule,
  beside: async () => [],
};

function bindingsAt(
  node: SyntaxNode,
  whole: ReadonlyMap<string, Binding>,
  textOf: (node: SyntaxNode) => string,
): readonly Binding[] {
  switch (node.type) {
    case 'import_statement':
      return imported(node, textOf);
    case 'variable_declarator':
      return required(node, whole, textOf);
    case 'export_statement':
    case 'assignment_expression':
      return outwardOf(node, textOf);
    default:
      return [];
  }
}

function imported(node: SyntaxNode, textOf: (node: SyntaxNode) => string): readonly Binding[] {
  const source = part(node, 'source') ?? [...nodesOf(node)].find(({ type }) => type === 'string');
  if (source === undefined) return [];
  const common = { start: node.start, end: node.end, module: unquoted(textOf(source)) };
  const found: Binding[] = [];
  for (const at of nodesOf(node, ({ type }) => type !== 'string')) {
    if (at.type === 'import_specifier') {
      const name = part(at, 'name');
      if (name === undefined) continue;
      found.push({ ...common, local: textOf(part(at, 'alias') ?? name), imported: unquoted(textOf(name)) });
    } else if (at.type === 'namespace_import' || at.type === 'import_require_clause') {
      const name = inside(at)[0];
      if (name !== undefined) found.push({ ...common, local: textOf(name), imported: undefined });
    } else if (at.type === 'identifier' && at.parent?.type === 'import_clause') {
      found.push({ ...common, local: textOf(at), imported: 'default' });
    }
  }
  return found;
}

/** `const a = require('b')`, `const { a } = require('b')`, `const a = require('b').c`, and `const { d } = a` after that. */
function required(
  node: SyntaxNode,
  whole: ReadonlyMap<string, Binding>,
  textOf: (node: SyntaxNode) => string,
): readonly Binding[] {
  const [name, value] = [part(node, 'name'), part(node, 'value')];
  if (name === undefined || value === undefined) return [];
  const member = value.type === 'member_expression' ? part(value, 'property') : undefined;
  const call = member === undefined ? value : part(value, 'object');
  const before = name.type === 'object_pattern' && isTop(node) ? whole.get(textOf(value)) : undefined;
  const module = before?.module ?? (call && requiredBy(call, textOf));
  if (module === undefined) return [];
  const { start, end } = before ?? node.parent ?? node;
  const common = { start, end, module };
  if (name.type === 'identifier') return [{ ...common, local: textOf(name), imported: member && textOf(member) }];
  return inside(name).flatMap((one): readonly Binding[] => {
    if (one.type === 'shorthand_property_identifier_pattern')
      return [{ ...common, local: textOf(one), imported: textOf(one) }];
    const [key, local] = [part(one, 'key'), part(one, 'value')];
    if (key === undefined || local?.type !== 'identifier') return [];
    return [{ ...common, local: textOf(local), imported: textOf(key) }];
  });
}

const isTop = ({ parent }: SyntaxNode): boolean => parent?.parent?.type === 'program';
