import { type Editor, pick } from './expressions.ts';
import {
  core,
  declaredBy,
  isJump,
  isNeeded,
  isResult,
  leavesLoop,
  mayStand,
  meansNothingElse,
  siblingsOf,
} from './flow.ts';
import { extentOf, insertion, reindented, removal } from './lines.ts';
import { lineOf, type Program, shortened, textOf } from './program.ts';
import { isStatement } from './sites.ts';
import type { Splice, TextEdit } from './splice.ts';
import { ancestorsOf, around, holds, inside, nodesOf, type SyntaxNode } from './tree.ts';

const lineAt = (program: Program, node: SyntaxNode): string => `line ${lineOf(program, node.start)}`;
const named = (program: Program, node: SyntaxNode): string => `"${shortened(textOf(program, node))}"`;

export const deleteStatement: Editor = (program, node) => {
  if (isResult(program, node) || isNeeded(program, node) || textOf(program, node) === 'pass') return undefined;
  return { splices: [removal(program, node)], summary: `${lineAt(program, node)}: deleted ${named(program, node)}` };
};

export const duplicateStatement: Editor = (program, node) => {
  if (isJump(program, node) || isResult(program, node) || declaredBy(program, node).length > 0) return undefined;
  const put = insertion(program, node, 'after', textOf(program, node));
  return put && { splices: [put], summary: `${lineAt(program, node)}: doubled ${named(program, node)}` };
};

/** One place up or down among its siblings. */
export const moveStatement: Editor = (program, node, random) => {
  const siblings = siblingsOf(program, node);
  const at = siblings.indexOf(node);
  const step = random.int(2) === 0 ? -1 : 1;
  const other = siblings[at + step];
  return other && swapped(program, ...(step < 0 ? ([other, node] as const) : ([node, other] as const)));
};

/** Any two statements of a function. */
export const swapStatements: Editor = (program, node, random, sites) => {
  const home = around(node, program.table.functions) ?? program.root;
  const others = sites.statements.filter((other) => holds(home, other) && !holds(other, node) && !holds(node, other));
  const other = pick(others, random);
  return other && swapped(program, ...(other.start < node.start ? ([other, node] as const) : ([node, other] as const)));
};

function swapped(program: Program, first: SyntaxNode, second: SyntaxNode): TextEdit | undefined {
  const [within, beside] = [first.parent, second.parent];
  if (within === undefined || beside === undefined || textOf(program, first) === textOf(program, second))
    return undefined;
  if (!mayStand(program, second, within, first.start) || !mayStand(program, first, beside, second.end))
    return undefined;
  const isNear =
    within === beside && siblingsOf(program, first).indexOf(second) - siblingsOf(program, first).indexOf(first) === 1;
  if (!isNear && (isNeeded(program, first) || isNeeded(program, second))) return undefined;
  if (within !== beside && (leavesLoop(program, first) || leavesLoop(program, second))) return undefined;
  const [from, to] = [extentOf(program, first), extentOf(program, second)];
  const down = reindented(program, first, textOf(program, first), from.indent, to.indent);
  const up = reindented(program, second, textOf(program, second), to.indent, from.indent);
  if (down === undefined || up === undefined || (from.whole !== to.whole && (down + up).includes('\n')))
    return undefined;
  return {
    splices: [
      { start: first.start, end: first.end, text: up },
      { start: second.start, end: second.end, text: down },
    ],
    summary: `${lineAt(program, first)} ⇄ ${lineAt(program, second)}`,
  };
}

/** Out of the loop or branch around it, to before or after that. */
export const moveOut: Editor = (program, node, random) => {
  let outer: SyntaxNode | undefined;
  for (const at of ancestorsOf(node)) {
    if (program.table.functions.has(at.type)) break;
    if (isStatement(program, at)) {
      outer = at;
      break;
    }
  }
  if (outer === undefined || core(outer).type === 'try_statement') return undefined;
  return moved(program, node, outer, random.int(2) === 0 ? 'before' : 'after');
};

/** Into the loop or branch before or after it, to the start or the end of its body. */
export const moveInto: Editor = (program, node, random) => {
  const siblings = siblingsOf(program, node);
  const at = siblings.indexOf(node);
  const beside = pick(
    [siblings[at - 1], siblings[at + 1]].filter((other) => other !== undefined),
    random,
  );
  if (beside === undefined || isNeeded(program, node)) return undefined;
  const lists: SyntaxNode[] = [];
  for (const inner of nodesOf(beside, (one) => !isInnerStatement(program, one, beside)))
    if (program.table.lists.has(inner.type) && inside(inner).length > 0) lists.push(inner);
  const list = pick(lists, random);
  const items = list === undefined ? [] : inside(list).filter(({ type }) => program.table.statements.has(type));
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return random.int(2) === 0 || isJump(program, last) || isResult(program, last)
    ? moved(program, node, first, 'before')
    : moved(program, node, last, 'after');
};

const isInnerStatement = (program: Program, node: SyntaxNode, outer: SyntaxNode): boolean =>
  node !== outer && isStatement(program, node);

function moved(program: Program, node: SyntaxNode, target: SyntaxNode, side: 'before' | 'after'): TextEdit | undefined {
  const within = target.parent;
  const at = side === 'before' ? target.start : target.end;
  if (within === undefined || !mayStand(program, node, within, at) || leavesLoop(program, node)) return undefined;
  if (side === 'after' && (isNeeded(program, node) || isJump(program, target) || isResult(program, target)))
    return undefined;
  if (!meansNothingElse(program, node, within, at)) return undefined;
  const own = extentOf(program, node);
  const body = reindented(program, node, own.body, own.indent, extentOf(program, target).indent);
  const put: Splice | undefined = body === undefined ? undefined : insertion(program, target, side, body);
  if (put === undefined) return undefined;
  const where = `${side} ${lineAt(program, target)}`;
  return {
    splices: [removal(program, node), put],
    summary: `${lineAt(program, node)}: moved ${named(program, node)} ${where}`,
  };
}
