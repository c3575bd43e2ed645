import { part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Grammar, type Head, sliced, upTo, wrapped } from '../grammar.ts';
import { assignment, assignmentScope } from './javascript-assignment.ts';
import { madeOf } from './javascript-value.ts';

/** JavaScript and TypeScript. */
export const javascript: Grammar = {
  heads,
  scope,
  functions: new Set([
    ...['function_declaration', 'generator_function_declaration', 'function_expression', 'generator_function'],
    ...['arrow_function', 'method_definition', 'class_static_block'],
  ]),
  marks: new Set(['decorator']),
};

const EXPORTS = new Set(['export_statement', 'ambient_declaration']);

const KINDS: Readonly<Record<string, Head['kind']>> = {
  function_declaration: 'function',
  generator_function_declaration: 'function',
  function_signature: 'function',
  class_declaration: 'class',
  abstract_class_declaration: 'class',
  interface_declaration: 'type',
  enum_declaration: 'type',
  type_alias_declaration: 'type',
  method_definition: 'method',
  method_signature: 'method',
  abstract_method_signature: 'method',
};

function heads(node: SyntaxNode, text: string): readonly Head[] {
  const kind = KINDS[node.type];
  const outer = wrapped(node, EXPORTS);
  if (kind !== undefined) {
    const name = part(node, 'name');
    const body = part(node, node.type === 'type_alias_declaration' ? 'value' : 'body');
    const names: Head['names'] = [name === undefined ? 'default' : keyText(name, text)];
    return [{ names, kind, outer, ...upTo(body, outer, text) }];
  }
  switch (node.type) {
    case 'variable_declarator':
      return variable(node, text);
    case 'public_field_definition':
    case 'field_definition':
      return member(node, part(node, 'name') ?? part(node, 'property'), text);
    case 'pair':
      return pair(node, text);
    case 'assignment_expression':
      return assignment(node, text);
    case 'export_statement':
      return exported(node, text);
    default:
      return [];
  }
}

function scope(node: SyntaxNode, text: string): readonly string[] {
  const name = part(node, 'name') ?? part(node, 'key');
  if (name?.type === 'string') return [];
  if (node.type === 'internal_module' || node.type === 'module')
    return name === undefined ? [] : sliced(text, name).split(/\s*\.\s*/);
  if (node.type === 'pair') return name === undefined ? [] : [keyText(name, text)];
  return node.type === 'assignment_expression' ? assignmentScope(node, text) : [];
}

const keyText = (node: SyntaxNode, text: string): string =>
  node.type === 'string' ? sliced(text, node).slice(1, -1) : sliced(text, node);

function variable(node: SyntaxNode, text: string): readonly Head[] {
  const name = part(node, 'name');
  const { parent } = node;
  if (name?.type !== 'identifier' || parent === undefined) return [];
  const made = madeOf(part(node, 'value'), text);
  const alone = parent.children.filter((child) => child.type === 'variable_declarator').length === 1;
  const outer = alone && parent.type.endsWith('_declaration') ? wrapped(parent, EXPORTS) : node;
  if (isLoop(parent) || /^(?:await\s+import|require)\s*\(/.test(valueText(node, text))) return [];
  return [{ names: [sliced(text, name)], kind: made.kind, outer, ...upTo(made.body, outer, text) }];
}

const valueText = (node: SyntaxNode, text: string): string => {
  const value = part(node, 'value');
  return value === undefined ? '' : sliced(text, value);
};

const isLoop = ({ parent }: SyntaxNode): boolean => parent?.type.startsWith('for_') === true;

function member(node: SyntaxNode, name: SyntaxNode | undefined, text: string): readonly Head[] {
  if (name === undefined) return [];
  const made = madeOf(part(node, 'value'), text);
  const kind = made.kind === 'function' ? 'method' : made.kind;
  return [{ names: [keyText(name, text)], kind, outer: node, ...upTo(made.body, node, text) }];
}

/** Only functions of an object are of interest. */
const pair = (node: SyntaxNode, text: string): readonly Head[] =>
  madeOf(part(node, 'value'), text).kind === 'function' ? member(node, part(node, 'key'), text) : [];

/** `export default` of an expression. */
function exported(node: SyntaxNode, text: string): readonly Head[] {
  const value = part(node, 'value');
  const made = madeOf(value, text);
  if (value === undefined || made.kind === 'value') return [];
  return [{ names: [made.name ?? 'default'], kind: made.kind, outer: node, ...upTo(made.body, node, text) }];
}
