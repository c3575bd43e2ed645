import { around, part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Grammar, type Head, inner, sliced, upTo, wrapped } from '../grammar.ts';
import { declared } from './declarator.ts';

/** C and C++. */
export const c: Grammar = {
  heads,
  scope(node, text) {
    const name = node.type === 'namespace_definition' ? part(node, 'name') : undefined;
    return name === undefined ? [] : sliced(text, name).split(/\s*::\s*(?:inline\s+)?/);
  },
  functions: new Set(['function_definition', 'lambda_expression']),
  marks: new Set(['attribute_declaration']),
  macros: true,
  prototypes: true,
};

const OUTER = new Set(['template_declaration']);
const BLOCKS = new Set(['compound_statement']);
const RECORDS = new Set(['struct_specifier', 'union_specifier', 'enum_specifier', 'class_specifier']);

function heads(node: SyntaxNode, text: string): readonly Head[] {
  switch (node.type) {
    case 'function_definition':
      return defined(node, text);
    case 'declaration':
    case 'field_declaration':
      return declaration(node, text);
    case 'type_definition':
      return typedef(node, text);
    case 'preproc_def':
    case 'preproc_function_def':
      return simple(node, 'value', part(node, 'value'), text);
    case 'alias_declaration':
      return simple(node, 'type', part(node, 'type'), text);
    case 'concept_definition':
      return simple(node, 'type', undefined, text);
    default:
      return RECORDS.has(node.type) ? record(node, text) : [];
  }
}

function simple(node: SyntaxNode, kind: Head['kind'], body: SyntaxNode | undefined, text: string): readonly Head[] {
  const name = part(node, 'name');
  const outer = wrapped(node, OUTER);
  return name === undefined ? [] : [{ names: [sliced(text, name)], kind, outer, ...upTo(body, node, text) }];
}

function defined(node: SyntaxNode, text: string): readonly Head[] {
  const declarator = part(node, 'declarator');
  const found = declarator === undefined ? undefined : declared(declarator, text);
  if (found === undefined || !found.callable) return [];
  const body = part(node, 'body') ?? node.children.find((child) => child.type === 'try_statement');
  const list = node.children.find((child) => child.type === 'field_initializer_list');
  const until = list?.start ?? body?.start ?? node.end;
  const kind = found.names.length > 1 || isMember(node) ? 'method' : 'function';
  const outer = wrapped(node, OUTER);
  return [{ names: found.names, kind, outer, until, ...(body === undefined ? {} : { body: inner(body, text) }) }];
}

/** Prototypes, fields and variables. In a block they may as well be calls. */
function declaration(node: SyntaxNode, text: string): readonly Head[] {
  if (around(node, BLOCKS) !== undefined || node.parent?.type === 'friend_declaration') return [];
  const all = node.children.filter((child) => child.field === 'declarator');
  return all.flatMap((declarator): Head[] => {
    const found = declared(declarator, text);
    if (found === undefined) return [];
    const outer = all.length === 1 ? wrapped(node, OUTER) : declarator;
    const { names } = found;
    if (found.callable)
      return [{ names, kind: names.length > 1 || isMember(node) ? 'method' : 'function', outer, until: outer.end }];
    const value = part(declarator, 'value') ?? part(node, 'default_value');
    if (isMember(node) && value === undefined && !isStatic(node)) return [];
    const made = value?.type === 'lambda_expression' ? part(value, 'body') : undefined;
    return [{ names, kind: made === undefined ? 'value' : 'function', outer, ...upTo(made ?? value, outer, text) }];
  });
}

function typedef(node: SyntaxNode, text: string): readonly Head[] {
  const all = node.children.filter((child) => child.field === 'declarator');
  return all.flatMap((declarator): Head[] => {
    const found = declared(declarator, text);
    if (found === undefined) return [];
    const type = part(node, 'type');
    const body = type === undefined ? undefined : part(type, 'body');
    return [{ names: found.names, kind: 'type', outer: node, flat: true, ...upTo(body, node, text) }];
  });
}

function record(node: SyntaxNode, text: string): readonly Head[] {
  const name = part(node, 'name');
  const body = part(node, 'body');
  if (name === undefined || body === undefined) return [];
  const found = declared(name, text);
  if (found === undefined || isTypedefOf(node, found.names.join('.'), text)) return [];
  const kind = node.type === 'class_specifier' ? 'class' : 'type';
  return [{ names: found.names, kind, outer: wrapped(node, OUTER), ...upTo(body, node, text) }];
}

const isTypedefOf = ({ parent }: SyntaxNode, name: string, text: string): boolean =>
  parent?.type === 'type_definition' &&
  parent.children.some((child) => child.field === 'declarator' && sliced(text, child) === name);

const isStatic = (node: SyntaxNode): boolean =>
  node.children.some((child) => child.children.some(({ type }) => type === 'static'));

const isMember = (node: SyntaxNode): boolean => wrapped(node, OUTER).parent?.type === 'field_declaration_list';
