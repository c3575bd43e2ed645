import { inside, part, type SyntaxNode } from '../../syntax/tree.ts';
import type { Binding } from '../binding.ts';
import { requiredBy, unquoted } from './javascript-require.ts';

type TextOf = (node: SyntaxNode) => string;

/** What a statement gives out of the file under another name, or from another file. */
export function outwardOf(node: SyntaxNode, textOf: TextOf): readonly Binding[] {
  return node.type === 'export_statement' ? exported(node, textOf) : assigned(node, textOf);
}

function exported(node: SyntaxNode, textOf: TextOf): readonly Binding[] {
  const source = part(node, 'source');
  const { start, end } = node;
  const common = { start, end, module: source === undefined ? '' : unquoted(textOf(source)), outward: true } as const;
  const clause = node.children.find(({ type }) => type === 'export_clause');
  if (clause !== undefined)
    return inside(clause).flatMap((one) => {
      const name = part(one, 'name');
      return name === undefined
        ? []
        : [{ ...common, local: unquoted(textOf(part(one, 'alias') ?? name)), imported: unquoted(textOf(name)) }];
    });
  const namespace = node.children.find(({ type }) => type === 'namespace_export');
  const name = namespace && inside(namespace)[0];
  if (name !== undefined) return [{ ...common, local: textOf(name), imported: undefined }];
  if (source !== undefined) return [{ ...common, local: '*', imported: '*' }];
  if (!node.children.some(({ type }) => type === 'default')) return [];
  const value = part(node, 'value') ?? part(node, 'declaration');
  const called = value?.type === 'identifier' ? value : value && part(value, 'name');
  return called === undefined ? [] : [{ ...common, local: 'default', imported: textOf(called) }];
}

/** `module.exports = …`, `exports.a = …`. */
function assigned(node: SyntaxNode, textOf: TextOf): readonly Binding[] {
  const [left, right] = [part(node, 'left'), part(node, 'right')];
  if (left?.type !== 'member_expression' || right === undefined) return [];
  const [, name] = /^(?:module\s*\.\s*)?exports(?:\s*\.\s*([\w$]+))?$/.exec(textOf(left)) ?? ['', undefined];
  const isWhole = /^module\s*\.\s*exports$/.test(textOf(left));
  if (name === undefined && !isWhole) return [];
  const common = { start: node.start, end: node.end, outward: true } as const;
  if (name !== undefined && name !== 'exports') return given(name, right, common, textOf);
  const module = requiredBy(right, textOf);
  if (module !== undefined)
    return [
      { ...common, module, local: '*', imported: '*' },
      { ...common, module, local: 'default', imported: 'default' },
    ];
  if (right.type !== 'object') return given('default', right, common, textOf);
  return inside(right).flatMap((one) => {
    if (one.type === 'shorthand_property_identifier')
      return [{ ...common, module: '', local: textOf(one), imported: textOf(one) }];
    const [key, value] = [part(one, 'key'), part(one, 'value')];
    if (one.type === 'spread_element') {
      const spread = requiredBy(inside(one)[0] ?? one, textOf);
      return spread === undefined ? [] : [{ ...common, module: spread, local: '*', imported: '*' }];
    }
    return key === undefined || value === undefined ? [] : given(unquoted(textOf(key)), value, common, textOf);
  });
}

function given(
  local: string,
  value: SyntaxNode,
  common: Pick<Binding, 'start' | 'end' | 'outward'>,
  textOf: TextOf,
): readonly Binding[] {
  const module = requiredBy(value, textOf);
  if (module !== undefined) return [{ ...common, module, local, imported: undefined }];
  const name = value.type === 'identifier' ? value : part(value, 'name');
  return name?.type === 'identifier' ? [{ ...common, module: '', local, imported: textOf(name) }] : [];
}
