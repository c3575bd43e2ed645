import { cSyntax } from './c.ts';
import type { LocalsTable } from './locals-table.ts';
import { type Program, textOf } from './program.ts';
import { ancestorsOf, nodesOf, part, type SyntaxNode } from './tree.ts';

/**
 * The leaves that stand for locals, each with the number of its variable, counted in each outermost function by first
 * appearance. Contract: texts that differ in nothing but these leaves, and have equal numbers, do the same; parameters,
 * globals, members and whatever could be looked at by its name have no number.
 */
export function localsOf(program: Program, locals: LocalsTable): ReadonlyMap<SyntaxNode, number> {
  const numbers = new Map<SyntaxNode, number>();
  if (locals.reflective.test(program.text)) return numbers;
  const words = macroWords(program);
  const isFunction = ({ type }: SyntaxNode): boolean => program.table.functions.has(type);
  for (const node of nodesOf(program.root, (at) => !isFunction(at))) {
    if (isFunction(node)) number(program, locals, node, words, numbers);
  }
  return numbers;
}

interface Variable {
  readonly scope: SyntaxNode;
  /** Offset from which on it is seen. */
  seen: number;
}

function number(
  program: Program,
  locals: LocalsTable,
  outermost: SyntaxNode,
  words: ReadonlySet<string>,
  numbers: Map<SyntaxNode, number>,
): void {
  const declared = new Map<string, Variable[]>();
  const uses: SyntaxNode[] = [];
  const barred = new Set(words);
  const declaring = new Set<SyntaxNode>();
  for (const node of nodesOf(outermost)) {
    if (node !== outermost && locals.frozen.test(node.type)) return;
    if (isMacroCall(program, node)) return;
    for (const name of namesBarredBy(program, locals, node)) barred.add(name);
    if (isLeafName(program, node)) {
      if (!locals.members.has(`${node.parent?.type}.${node.field}`)) uses.push(node);
    }
    for (const [leaf, seen] of declarationsIn(program, locals, node)) {
      declaring.add(leaf);
      const name = textOf(program, leaf);
      const scope = scopeOf(program, locals, node, outermost);
      if (scope === undefined) {
        barred.add(name);
        continue;
      }
      const variables = declared.get(name) ?? [];
      declared.set(name, variables);
      const known = variables.find((one) => one.scope === scope);
      if (known === undefined) variables.push({ scope, seen });
      else known.seen = Math.min(known.seen, seen);
    }
  }
  const found = uses.map((use) => ({ use, name: textOf(program, use), of: variableOf(declared, program, use) }));
  for (const { use, name, of } of found) {
    // Seen too early it is somebody else's, whom we don't know.
    if (of !== undefined && locals.seen !== 'everywhere' && use.end < of.seen && !declaring.has(use)) barred.add(name);
  }
  const order = new Map<Variable, number>();
  for (const { use, name, of } of found) {
    if (of === undefined || barred.has(name) || locals.fixed.test(name)) continue;
    const nth = order.get(of) ?? order.size;
    order.set(of, nth);
    numbers.set(use, nth);
  }
}

const isLeafName = ({ table }: Program, node: SyntaxNode): boolean =>
  node.children.length === 0 && node.named && table.names.has(node.type) && node.type === 'identifier';

/** The innermost scope around a use that declares its name. */
function variableOf(
  declared: ReadonlyMap<string, readonly Variable[]>,
  program: Program,
  use: SyntaxNode,
): Variable | undefined {
  const variables = declared.get(textOf(program, use));
  if (variables === undefined) return undefined;
  for (const at of ancestorsOf(use)) {
    const own = variables.find(({ scope }) => scope === at);
    if (own !== undefined) return own;
  }
  return undefined;
}

function scopeOf(
  program: Program,
  locals: LocalsTable,
  node: SyntaxNode,
  outermost: SyntaxNode,
): SyntaxNode | undefined {
  if (locals.hoisted.has(node.type) || isVar(node)) {
    for (const at of ancestorsOf(node)) {
      if (program.table.functions.has(at.type)) return part(at, 'body');
      if (at === outermost) return undefined;
    }
    return undefined;
  }
  for (const at of [node, ...ancestorsOf(node)]) {
    if (at === outermost) return undefined;
    if (locals.scopes.has(at.type)) return at;
  }
  return undefined;
}

/** `for (var x of …)` */
const isVar = (node: SyntaxNode): boolean =>
  node.type === 'for_in_statement' && node.children.some(({ type }) => type === 'var');

/** The names that a node declares, each with the offset from which on it is seen. */
function declarationsIn(
  program: Program,
  locals: LocalsTable,
  node: SyntaxNode,
): readonly (readonly [SyntaxNode, number])[] {
  const field = locals.declares[node.type];
  if (field === undefined || !declaresAny(program, node)) return [];
  const body = locals.headers.has(node.type) ? part(node, 'body')?.start : undefined;
  return partsOf(node, field).flatMap((holder) =>
    leavesOf(program, locals, holder)
      .filter((leaf) => !namesFunction(leaf))
      .map((leaf) => [leaf, body ?? (locals.seen === 'after-name' ? nameEnd(holder, leaf) : node.end)] as const),
  );
}

/** The end of a name with all that belongs to it, but for its value. */
function nameEnd(holder: SyntaxNode, leaf: SyntaxNode): number {
  if (holder.type === 'variable_declarator') return leaf.end;
  return (holder.type === 'init_declarator' ? (part(holder, 'declarator') ?? holder) : holder).end;
}

/** Assignments to what is there already declare nothing. */
function declaresAny(program: Program, node: SyntaxNode): boolean {
  const has = (...types: readonly string[]) => node.children.some(({ type }) => types.includes(type));
  switch (node.type) {
    case 'for_in_statement':
      return has('const', 'let', 'var');
    case 'range_clause':
      return has(':=');
    case 'declaration':
      return !node.children.some(
        (child) => child.type === 'storage_class_specifier' && textOf(program, child) === 'extern',
      );
    default:
      return true;
  }
}

/** A function takes its name from the variable that it is first given to. */
function namesFunction({ parent, field }: SyntaxNode): boolean {
  const value = parent?.type === 'variable_declarator' && field === 'name' ? part(parent, 'value') : undefined;
  return value !== undefined && /function|class/.test(value.type);
}

function leavesOf(program: Program, locals: LocalsTable, holder: SyntaxNode): readonly SyntaxNode[] {
  const leaves: SyntaxNode[] = [];
  const stack = [holder];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (isLeafName(program, at)) leaves.push(at);
    const field = locals.patterns[at.type];
    if (field !== undefined) stack.push(...partsOf(at, field));
  }
  return leaves;
}

const partsOf = (node: SyntaxNode, field: string): readonly SyntaxNode[] =>
  node.children.filter((child) => child.named && (field === '*' || child.field === field));

/** Names that must stay as they are because of this node. */
function namesBarredBy(program: Program, locals: LocalsTable, node: SyntaxNode): readonly string[] {
  const isStrange = locals.strange.has(node.type) || locals.strangeParts.has(`${node.parent?.type}.${node.field}`);
  if (isStrange || isEcho(node) || isExtern(program, node) || isFirstKey(node) || isAssertion(program, node))
    return wordsIn(textOf(program, node));
  if (namesFunction(node)) return wordsIn(textOf(program, node));
  // The first sequence of a comprehension is taken from outside.
  const first =
    node.type.endsWith('comprehension') || node.type === 'generator_expression' ? firstClause(node) : undefined;
  const right = first && part(first, 'right');
  return right === undefined ? [] : wordsIn(textOf(program, right)).filter((word) => bindsIn(program, node, word));
}

const firstClause = (node: SyntaxNode): SyntaxNode | undefined =>
  node.children.find(({ type }) => type === 'for_in_clause');

const bindsIn = (program: Program, node: SyntaxNode, word: string): boolean =>
  node.children.some((child) => {
    const left = child.type === 'for_in_clause' ? part(child, 'left') : undefined;
    return left !== undefined && wordsIn(textOf(program, left)).includes(word);
  });

/** `f"{x=}"` says the name. */
const isEcho = ({ type, children }: SyntaxNode): boolean =>
  type === 'interpolation' && children.some((child) => child.type === '=');

const isExtern = (program: Program, { type, children }: SyntaxNode): boolean =>
  type === 'declaration' &&
  children.some((child) => child.type === 'storage_class_specifier' && textOf(program, child) === 'extern');

/** `Point{x: 1}` may mean a field or a variable, `loop: for` a label. */
const isFirstKey = ({ parent, index }: SyntaxNode): boolean =>
  index === 0 && (parent?.type === 'keyed_element' || parent?.type === 'labeled_statement');

const isAssertion = (program: Program, { type, children: [called] }: SyntaxNode): boolean =>
  type === 'call_expression' && called !== undefined && /^assert\w*$/.test(textOf(program, called)) && isC(program);

const isC = ({ table }: Program): boolean => table === cSyntax;

/** In C, what is called in capitals is a macro as a rule, and may name what it likes. */
function isMacroCall(program: Program, { type, children: [called] }: SyntaxNode): boolean {
  if (!isC(program) || called === undefined) return false;
  const name = textOf(program, called);
  return (type === 'call_expression' || type === 'expression_statement') && /^[A-Z][A-Z0-9_]+$/.test(name);
}

/** What the macros of a file speak of. */
function macroWords(program: Program): ReadonlySet<string> {
  const words = new Set<string>();
  if (!isC(program)) return words;
  for (const node of nodesOf(program.root)) {
    if (!/^preproc_(function_)?def$/.test(node.type)) continue;
    for (const word of wordsIn(textOf(program, node))) words.add(word);
  }
  return words;
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
