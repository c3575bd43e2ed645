import { isName, resolve } from './names.ts';
import { isAllowed, type Program, textOf } from './program.ts';
import { ARITHMETIC, COMPARING, LOGICAL, RIVALS } from './table.ts';
import { inside, nodesOf, part, type SyntaxNode } from './tree.ts';

/** Where edits may be made, by what kind of edit it takes; found in one pass. */
export interface Sites {
  readonly operators: readonly SyntaxNode[];
  readonly binaries: readonly SyntaxNode[];
  /** Conditions of branches, without their parentheses. */
  readonly conditions: readonly SyntaxNode[];
  readonly logicals: readonly SyntaxNode[];
  readonly constants: readonly SyntaxNode[];
  readonly variables: readonly SyntaxNode[];
  /** Names of called functions that have a rival. */
  readonly rivals: readonly SyntaxNode[];
  /** Expressions that have operands to be replaced by. */
  readonly compounds: readonly SyntaxNode[];
  readonly statements: readonly SyntaxNode[];
  readonly branches: readonly SyntaxNode[];
  readonly loops: readonly SyntaxNode[];
  /** Expressions by their class, also where nothing may be changed: to be taken from. */
  readonly donors: ReadonlyMap<string, readonly SyntaxNode[]>;
}

/** Parts that are types in any language. */
const TYPES = new Set('type return_type type_arguments type_parameters result trait superclass interfaces'.split(' '));
const BOOLEANS = new Set('true false boolean_literal'.split(' '));

export const isOpaque = ({ table }: Program, node: SyntaxNode): boolean =>
  table.opaque.has(node.type) || TYPES.has(node.field ?? '');

export function sitesOf(program: Program): Sites {
  const { table } = program;
  const sites = {
    ...{ operators: list(), binaries: list(), conditions: list(), logicals: list(), constants: list() },
    ...{ variables: list(), rivals: list(), compounds: list(), statements: list(), branches: list(), loops: list() },
    donors: new Map<string, SyntaxNode[]>(),
  };
  for (const node of nodesOf(program.root, (at) => !isOpaque(program, at))) {
    if (isOpaque(program, node)) continue;
    const { type } = node;
    const isBinary = table.binary.has(type);
    const kind = classOf(program, node);
    if (kind !== undefined) put(sites.donors, kind, node);
    if (!isAllowed(program, node)) continue;
    if (!node.named && takesOperator(program, node)) sites.operators.push(node);
    if (!node.named && !BOOLEANS.has(type)) continue;
    if (isBinary && operandsOf(node) !== undefined) {
      sites.binaries.push(node);
      if (LOGICAL.has(operatorOf(node))) sites.logicals.push(node);
    }
    if (choicesOf(program, node).length > 0) sites.compounds.push(node);
    if (BOOLEANS.has(type) || table.numbers.has(type)) sites.constants.push(node);
    if (isVariable(program, node)) sites.variables.push(node);
    if (isRival(program, node)) sites.rivals.push(node);
    if (isStatement(program, node)) sites.statements.push(node);
    if (table.loops.has(type)) sites.loops.push(node);
    if (table.ifs.has(type)) sites.branches.push(node);
    const condition = table.ifs.has(type) || table.ternaries.has(type) ? conditionOf(node) : undefined;
    if (condition !== undefined && !isOpaque(program, condition)) sites.conditions.push(condition);
  }
  return sites;
}

const list = (): SyntaxNode[] => [];

function put(map: Map<string, SyntaxNode[]>, key: string, node: SyntaxNode): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [node]);
  else known.push(node);
}

/** A statement of a list. A text by itself is a description or a directive; in a class stand its fields. */
export const isStatement = ({ table }: Program, node: SyntaxNode): boolean =>
  table.statements.has(node.type) &&
  table.lists.has(node.parent?.type ?? '') &&
  node.parent?.parent?.type !== 'class_definition' &&
  !(node.type === 'expression_statement' && table.strings.has(inside(node)[0]?.type ?? ''));

export const operatorOf = (node: SyntaxNode): string =>
  node.children.find((child) => child.field === 'operator' || child.field === 'operators')?.type ?? '';

/** Both sides of an operator; undefined for chains like `a < b < c`. */
export function operandsOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | undefined {
  const [left, right, more] = inside(node);
  return left === undefined || right === undefined || more !== undefined ? undefined : [left, right];
}

/** Its condition without parentheses: Python's `a if c else b` names no parts. */
export function conditionOf(node: SyntaxNode): SyntaxNode | undefined {
  const condition = part(node, 'condition') ?? (node.type === 'conditional_expression' ? inside(node)[1] : undefined);
  return condition && bare(condition);
}

export function bare(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'parenthesized_expression' && node.type !== 'condition_clause') return node;
  const [only, more] = inside(node);
  return only === undefined || more !== undefined ? node : bare(only);
}

/** What an expression may be reduced to. */
export function choicesOf(program: Program, node: SyntaxNode): readonly SyntaxNode[] {
  const { table } = program;
  if (table.binary.has(node.type))
    return ARITHMETIC.has(operatorOf(node)) && !joinsText(program, node) ? (operandsOf(node) ?? []) : [];
  if (table.ternaries.has(node.type)) {
    const parts = inside(node);
    return node.children[0]?.field === 'condition' ? parts.slice(1) : parts.filter((_, index) => index !== 1);
  }
  if (table.calls.has(node.type) && ['min', 'max'].includes(calledName(program, node)?.[0] ?? ''))
    return inside(part(node, 'arguments') ?? node).filter((argument) => argument.type !== 'spread_element');
  return table.unary.has(node.type) && operatorOf(node) === '-' ? inside(node).slice(-1) : [];
}

/** `+` between texts: no other operator fits there. */
export const joinsText = ({ table }: Program, node: SyntaxNode): boolean => {
  const isChain = (at: SyntaxNode): boolean => table.binary.has(at.type) || at.type === 'parenthesized_expression';
  let looked = 0;
  for (const at of nodesOf(node, isChain)) {
    if (table.strings.has(at.type)) return true;
    if (++looked > CHAIN) return false;
  }
  return false;
};

// A sum of thousands of terms is looked at from each of its operators.
const CHAIN = 200;

function takesOperator(program: Program, token: SyntaxNode): boolean {
  const { table } = program;
  const up = token.parent;
  if (up === undefined || table.operators[token.type] === undefined) return false;
  if (table.assigning.has(up.type)) return up.field !== 'increment' && up.field !== 'update' && !joinsText(program, up);
  return table.binary.has(up.type) && !joinsText(program, up);
}

/** The last part of the name of the function that is called. */
export function calledName(program: Program, call: SyntaxNode): readonly [string, SyntaxNode] | undefined {
  const called = part(call, 'name') ?? part(call, 'function');
  const name = called && inside(called).length > 0 ? inside(called).at(-1) : called;
  return name && [textOf(program, name), name];
}

export const rivalsOf = (name: string): readonly string[] =>
  RIVALS.find((group) => group.includes(name))?.filter((other) => other !== name) ?? [];

const isRival = (program: Program, node: SyntaxNode): boolean =>
  program.table.calls.has(node.type) && rivalsOf(calledName(program, node)?.[0] ?? '').length > 0;

/** A local name that is read. */
function isVariable(program: Program, node: SyntaxNode): boolean {
  const { table, names } = program;
  if (node.type !== 'identifier' || !isName(node, table) || isWritten(program, node)) return false;
  const found = resolve(names, table, textOf(program, node), node, node.start);
  return found?.variable === true && found.scope.parent !== undefined && found.node !== node;
}

function isWritten({ table }: Program, { field, parent, index }: SyntaxNode): boolean {
  const type = parent?.type ?? '';
  if (field === 'left' && !table.binary.has(type)) return true;
  if (field === 'function' || field === 'name' || field === 'declarator' || field === 'pattern') return true;
  if (type === 'expression_list' && parent?.field === 'left') return true;
  return (
    type.includes('pattern') || type === 'update_expression' || WRITES.has(type) || (type === 'pair' && index === 0)
  );
}

// Also where a name stands for itself: `Point { x }`.
const WRITES = new Set(
  'inc_statement dec_statement shorthand_field_initializer reference_expression pointer_expression literal_element'.split(
    ' ',
  ),
);

/** What an expression may be exchanged for: an expression of the same class. */
export function classOf(program: Program, node: SyntaxNode): string | undefined {
  const { table } = program;
  if (table.binary.has(node.type)) {
    const operator = operatorOf(node);
    if (COMPARING.has(operator) || LOGICAL.has(operator)) return CONDITION;
    return ARITHMETIC.has(operator) && !joinsText(program, node) ? 'arithmetic' : undefined;
  }
  if (table.unary.has(node.type))
    return node.children[0]?.type === '!' || node.type === 'not_operator' ? CONDITION : undefined;
  if (table.calls.has(node.type)) return `call of ${calledName(program, node)?.[0] ?? ''}`;
  return table.subscripts.has(node.type) && node.field !== 'left'
    ? `element of ${textOf(program, node.children[0] ?? node)}`
    : undefined;
}

export const CONDITION = 'condition';
