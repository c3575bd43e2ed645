import { extentOf, shifted } from './lines.ts';
import { isName, resolve } from './names.ts';
import { lineOf, type Program, type Region, textOf } from './program.ts';
import { isOpaque } from './sites.ts';
import type { Splice } from './splice.ts';
import { ancestorsOf, holds, inside, nodesOf, part, type SyntaxNode } from './tree.ts';

/** Something of the other program that could stand in this one. */
export interface Unit {
  readonly splice: Splice;
  /** Where the other has it. */
  readonly from: Region;
  readonly name: string;
}

/** Functions that both programs have under the same name, and that differ. */
export function differingFunctions(program: Program, other: Program): readonly Unit[] {
  const theirs = functionsOf(other);
  return [...functionsOf(program)].flatMap(([key, mine]) => {
    const found = theirs.get(key);
    if (found === undefined || textOf(program, mine.node) === textOf(other, found.node)) return [];
    const isSameHead = headOf(program, mine) === headOf(other, found);
    const [to, from] = isSameHead ? [mine.body, found.body] : [mine.node, found.node];
    return unit(program, other, to, from, `${mine.name}()`);
  });
}

interface NamedFunction {
  readonly node: SyntaxNode;
  readonly body: SyntaxNode;
  readonly name: string;
}

function functionsOf(program: Program): ReadonlyMap<string, NamedFunction> {
  const { table, root } = program;
  const found = new Map<string, NamedFunction>();
  for (const node of nodesOf(root, (at) => !table.functions.has(at.type))) {
    const body = table.functions.has(node.type) ? part(node, 'body') : undefined;
    const name = body && nameOf(program, node);
    if (body === undefined || name === undefined) continue;
    const path = [...ancestorsOf(node)]
      .map((at) => part(at, 'name') ?? part(at, 'type'))
      .filter((at) => at !== undefined);
    const key = [name, ...path.map((at) => textOf(program, at))].join(' ');
    // Of overloads only the first is surely the same one.
    if (!found.has(key)) found.set(key, { node, body, name });
  }
  return found;
}

function nameOf(program: Program, node: SyntaxNode): string | undefined {
  const up = node.parent;
  const own = part(node, 'name') ?? part(node, 'declarator');
  const holder = up && (part(up, 'name') ?? part(up, 'key') ?? part(up, 'property') ?? part(up, 'left'));
  const name =
    own ??
    (up && ['variable_declarator', 'pair', 'field_definition', 'assignment_expression'].includes(up.type)
      ? holder
      : undefined);
  return name && /[\w$~:.]+/.exec(textOf(program, name))?.[0];
}

const headOf = (program: Program, { node, body }: NamedFunction): string =>
  program.text.slice(node.start, body.start).replace(/\s+/g, ' ');

/** Puts the other's node in place of this one's, if it brings no name that means nothing here. */
export function unit(
  program: Program,
  other: Program,
  to: SyntaxNode,
  from: SyntaxNode,
  name: string,
): readonly Unit[] {
  if (!isAtHome(program, other, to, from)) return [];
  const text = taken(program, other, from, textOf(other, from), extentOf(program, to).indent);
  return [{ splice: { start: to.start, end: to.end, text }, from, name }];
}

/** Code of the other program with the line ends and the indentation of this one. */
function taken(program: Program, other: Program, from: SyntaxNode, text: string, indent: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const own = extentOf(other, from).indent;
  return (own === indent ? lines : shifted(lines, own, indent)).replaceAll('\n', program.newline);
}

function isAtHome(program: Program, other: Program, to: SyntaxNode, from: SyntaxNode): boolean {
  for (const leaf of nodesOf(from)) {
    if (!isName(leaf, other.table)) continue;
    const name = textOf(other, leaf);
    const there = resolve(other.names, other.table, name, leaf, leaf.start);
    if (there === undefined || holds(from, there.node)) continue;
    if (resolve(program.names, program.table, name, to, to.start) === undefined) return false;
  }
  return true;
}

// Chains of operators nest deeper than calls may.
const DEEPEST = 200;

/** The smallest parts at the same place of both trees that differ. */
export function differences(
  program: Program,
  other: Program,
  to = program.root,
  from = other.root,
  depth = 0,
): readonly Unit[] {
  if (textOf(program, to) === textOf(other, from)) return [];
  const whole = (): readonly Unit[] =>
    isOpaque(program, to) ? [] : unit(program, other, to, from, `line ${lineOf(other, from.start)}`);
  if (to.type !== from.type || depth > DEEPEST) return whole();
  if (program.table.lists.has(to.type) || to.parent === undefined)
    return listed(program, other, to, from, depth) ?? whole();
  const pairs = to.children.map((child, index) => [child, from.children[index]] as const);
  const isAlike =
    to.children.length === from.children.length &&
    to.children.length > 0 &&
    pairs.every(([mine, theirs]) => theirs !== undefined && matches(program, other, mine, theirs));
  if (!isAlike) return whole();
  return pairs.flatMap(([mine, theirs]) =>
    theirs === undefined ? [] : differences(program, other, mine, theirs, depth + 1),
  );
}

/** Operators, types and texts are exchanged with what they belong to. */
function matches(program: Program, other: Program, mine: SyntaxNode, theirs: SyntaxNode): boolean {
  if (!mine.named || !theirs.named || isOpaque(program, mine)) return textOf(program, mine) === textOf(other, theirs);
  return mine.field === theirs.field;
}

/** Statements are matched from both ends; a run between that is longer in one of them is exchanged as a whole. */
function listed(
  program: Program,
  other: Program,
  to: SyntaxNode,
  from: SyntaxNode,
  depth: number,
): readonly Unit[] | undefined {
  const [mine, theirs] = [inside(to), inside(from)];
  const isEqual = (a: SyntaxNode | undefined, b: SyntaxNode | undefined): boolean =>
    a !== undefined && b !== undefined && textOf(program, a) === textOf(other, b);
  let head = 0;
  while (isEqual(mine[head], theirs[head])) head++;
  let tail = 0;
  while (head + tail < Math.min(mine.length, theirs.length) && isEqual(mine.at(-1 - tail), theirs.at(-1 - tail)))
    tail++;
  const [run, others] = [mine.slice(head, mine.length - tail), theirs.slice(head, theirs.length - tail)];
  if (run.length === others.length)
    return run.flatMap((node, index) => differences(program, other, node, others[index] ?? node, depth + 1));
  return exchanged(program, other, { run, others, before: mine[head - 1], after: mine[mine.length - tail] });
}

interface Runs {
  readonly run: readonly SyntaxNode[];
  readonly others: readonly SyntaxNode[];
  readonly before: SyntaxNode | undefined;
  readonly after: SyntaxNode | undefined;
}

/** Whole lines only; undefined where a statement shares its line. */
function exchanged(
  program: Program,
  other: Program,
  { run, others, before, after }: Runs,
): readonly Unit[] | undefined {
  const anchor = run[0] ?? before ?? after;
  if (anchor === undefined) return undefined;
  const { indent } = extentOf(program, anchor);
  const theirs = others.map((node) => ({ node, ...extentOf(other, node) }));
  const mine = run.map((node) => extentOf(program, node));
  const beside = extentOf(program, anchor);
  if (![beside, ...mine, ...theirs].every(({ whole }) => whole)) return undefined;
  if (!others.every((node) => isAtHome(program, other, anchor, node))) return [];
  const text = theirs
    .map(({ node, body }) => indent + taken(program, other, node, body, indent) + program.newline)
    .join('');
  const [first, last] = [mine[0], mine.at(-1)];
  const point = before === undefined ? beside.start : beside.end;
  // A last line without an end takes no other line after it.
  if (first === undefined && point === program.text.length && !program.text.endsWith('\n')) return undefined;
  const splice = { start: first?.start ?? point, end: last?.end ?? point, text };
  const line =
    others[0] === undefined
      ? `without line ${lineOf(program, anchor.start)}`
      : `line ${lineOf(other, others[0].start)}`;
  const from = { start: others[0]?.start ?? 0, end: others.at(-1)?.end ?? 0 };
  return [{ splice, from, name: line }];
}
