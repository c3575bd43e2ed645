import { inside, nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import { sliced } from '../grammar.ts';
import type { ImportReader } from '../import.ts';

const unquoted = (node: SyntaxNode, text: string): string => sliced(text, node).slice(1, -1);

/** `import` and `require` of JavaScript and TypeScript. */
export const scriptImports: ImportReader = (node, text) => {
  const { start, end } = node;
  if (node.type === 'import_statement') {
    const source =
      part(node, 'source') ?? node.children.map((child) => part(child, 'source')).find((one) => one !== undefined);
    const names = node.children.flatMap((child) => (child.type === 'string' ? [] : bound(child, text)));
    return [{ start, end, text: sliced(text, node), names, from: source === undefined ? '' : unquoted(source, text) }];
  }
  if (node.type === 'expression_statement') {
    const from = required(inside(node)[0], text);
    return from === undefined ? [] : [{ start, end, text: sliced(text, node), names: [], from }];
  }
  if (node.type !== 'lexical_declaration' && node.type !== 'variable_declaration') return [];
  const all = node.children.filter((child) => child.type === 'variable_declarator');
  const loaded = all.map((one) => ({ one, name: part(one, 'name'), from: required(part(one, 'value'), text) }));
  const keyword = sliced(text, node).split(/\s/)[0];
  return loaded.flatMap(({ one, name, from }) => {
    if (from === undefined || name === undefined) return [];
    const names = bound(name, text);
    if (all.length === 1) return [{ start, end, text: sliced(text, node), names, from }];
    return [{ start: one.start, end: one.end, text: `${keyword} ${sliced(text, one)};`, names, from }];
  });
};

/** The module that an expression loads, directly or to take a part of it. */
function required(value: SyntaxNode | undefined, text: string): string | undefined {
  let at = value;
  while (at !== undefined && at.type !== 'call_expression') {
    at =
      at.type === 'member_expression' ? part(at, 'object') : at.type === 'await_expression' ? inside(at)[0] : undefined;
  }
  const called = at === undefined ? undefined : part(at, 'function');
  if (at === undefined || called === undefined) return undefined;
  if (called.type === 'call_expression' || called.type === 'member_expression') return required(called, text);
  const argument = inside(part(at, 'arguments') ?? at)[0];
  const loads = sliced(text, called) === 'require' || sliced(text, called) === 'import';
  return loads && argument?.type === 'string' ? unquoted(argument, text) : undefined;
}

const NAMES = new Set(['identifier', 'shorthand_property_identifier_pattern']);

/** The names that a clause or a pattern binds. */
function bound(clause: SyntaxNode, text: string): readonly string[] {
  const found: string[] = [];
  const enter = (node: SyntaxNode): boolean => node.type !== 'import_specifier';
  for (const node of nodesOf(clause, enter)) {
    const alias = node.type === 'import_specifier' ? (part(node, 'alias') ?? part(node, 'name')) : undefined;
    if (alias !== undefined) found.push(sliced(text, alias));
    else if (NAMES.has(node.type) && node.field !== 'key') found.push(sliced(text, node));
  }
  return found;
}
