import { donor, type Editor, pick } from './expressions.ts';
import { declaredBy, isJump, isNeeded, isResult } from './flow.ts';
import { extentOf, insertion, reindented, stepOf } from './lines.ts';
import { isName, resolve } from './names.ts';
import { lineOf, meansSame, type Program, shortened, textOf } from './program.ts';
import { CONDITION, isStatement } from './sites.ts';
import type { TextEdit } from './splice.ts';
import { around, holds, inside, nodesOf, part, type SyntaxNode } from './tree.ts';

const lineAt = (program: Program, node: SyntaxNode): string => `line ${lineOf(program, node.start)}`;

/** The statement that a branch or loop is: in Rust one around it. */
function statementOf(program: Program, node: SyntaxNode): SyntaxNode | undefined {
  if (isStatement(program, node)) return node;
  const up = node.parent;
  return up?.type === 'expression_statement' && isStatement(program, up) ? up : undefined;
}

export const deleteElse: Editor = (program, branch, random) => {
  const statement = statementOf(program, branch);
  if (statement === undefined || isResult(program, statement)) return undefined;
  const other = pick(
    branch.children.filter(({ field, named }) => field === 'alternative' && named),
    random,
  );
  const before = other && inside(branch)[inside(branch).indexOf(other) - 1];
  if (other === undefined || before === undefined) return undefined;
  const summary = `${lineAt(program, other)}: deleted "${shortened(textOf(program, other))}"`;
  return { splices: [{ start: before.end, end: other.end, text: '' }], summary };
};

/** Leaves what is inside one arm of a branch, whatever its condition. */
export const unwrap: Editor = (program, branch, random) => {
  const statement = statementOf(program, branch);
  const arms = [part(branch, 'consequence'), part(branch, 'alternative')].filter((arm) => arm !== undefined);
  const arm = pick(arms, random);
  const body = arm && bodyOf(program, arm);
  if (statement === undefined || body === undefined || isResult(program, statement)) return undefined;
  const last = body.at(-1);
  const [first] = body;
  if (first === undefined || last === undefined || isJump(program, last)) return undefined;
  if (body.some((inner) => declaredBy(program, inner).length > 0)) return undefined;
  if (!body.every((inner) => meansSame(program, inner, statement.parent ?? program.root, statement.start)))
    return undefined;
  const text = reindented(
    program,
    branch,
    program.text.slice(first.start, last.end),
    extentOf(program, first).indent,
    extentOf(program, statement).indent,
  );
  if (text === undefined) return undefined;
  const summary = `${lineAt(program, branch)}: always "${shortened(text)}"`;
  return { splices: [{ start: statement.start, end: statement.end, text }], summary };
};

/** The statements of an arm; undefined when it is more than statements. */
function bodyOf(program: Program, arm: SyntaxNode): readonly SyntaxNode[] | undefined {
  const { table } = program;
  if (table.lists.has(arm.type)) {
    const items = inside(arm);
    return items.every(({ type }) => table.statements.has(type)) ? items : undefined;
  }
  if (table.ifs.has(arm.type)) return undefined;
  if (table.statements.has(arm.type)) return [arm];
  const [only, more] = inside(arm).slice(-1);
  return only !== undefined && more === undefined && arm.type !== 'elif_clause' ? bodyOf(program, only) : undefined;
}

/** The first line of an `if`, and what ends it. */
function headOf({ table }: Program, condition: string): readonly [head: string, foot: string] {
  if (table.style === 'suite') return [`if ${condition}:`, ''];
  return table.style === 'bare' ? [`if ${condition} {`, '}'] : [`if (${condition}) {`, '}'];
}

export const wrap: Editor = (program, statement, random, sites) => {
  const { newline, table } = program;
  if (isResult(program, statement) || isNeeded(program, statement)) return undefined;
  if (declaredBy(program, statement).length > 0 || statement.parent === undefined) return undefined;
  const condition = donor(program, CONDITION, statement.parent, statement.start, random, sites);
  const { whole, indent } = extentOf(program, statement);
  const step = stepOf(program);
  const inner = reindented(program, statement, textOf(program, statement), indent, indent + step);
  if (condition === undefined || inner === undefined || !whole) return undefined;
  const [head, foot] = headOf(program, textOf(program, condition));
  const lines = [head, indent + step + inner, ...(table.style === 'suite' ? [] : [indent + foot])];
  return {
    splices: [{ start: statement.start, end: statement.end, text: lines.join(newline) }],
    summary: `${lineAt(program, statement)}: only if ${shortened(textOf(program, condition))}`,
  };
};

/** A `continue` or `break` on a condition that stands elsewhere. */
export const leaveEarly: Editor = (program, statement, random, sites) => {
  const { newline, table } = program;
  const loop = around(statement, table.loops);
  const home = around(statement, table.functions);
  if (loop === undefined || statement.parent === undefined || (home !== undefined && home.start > loop.start))
    return undefined;
  const condition = donor(program, CONDITION, statement.parent, statement.start, random, sites);
  if (condition === undefined) return undefined;
  const jump = (random.int(2) === 0 ? 'continue' : 'break') + (table.style === 'suite' ? '' : ';');
  const [head, foot] = headOf(program, textOf(program, condition));
  const { indent } = extentOf(program, statement);
  const lines = [head, indent + stepOf(program) + jump, ...(table.style === 'suite' ? [] : [indent + foot])];
  const put = insertion(program, statement, 'before', lines.join(newline));
  const summary = `${lineAt(program, statement)}: ${jump.replace(';', '')} if ${shortened(textOf(program, condition))}`;
  return put && { splices: [put], summary };
};

/** The headers of a loop and of the next loop inside it change places. */
export const swapHeaders: Editor = (program, loop): TextEdit | undefined => {
  const inner = [...nodesOf(loop)].find((at) => at !== loop && program.table.loops.has(at.type));
  const [outer, within] = [headerOf(loop), inner && headerOf(inner)];
  if (inner?.type !== loop.type || outer === undefined || within === undefined) return undefined;
  if (!isFree(program, inner, within, loop)) return undefined;
  return {
    splices: [
      { ...outer, text: textOf(program, within) },
      { ...within, text: textOf(program, outer) },
    ],
    summary: `${lineAt(program, loop)} ⇄ ${lineAt(program, inner)}: loop headers`,
  };
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a `for` goes over: all between its keyword or parenthesis and its body. */
function headerOf(loop: SyntaxNode): Span | undefined {
  const [keyword] = loop.children;
  const body = loop.children.findIndex(({ field }) => field === 'body');
  if (keyword?.type !== 'for' || body < 1) return undefined;
  const parts = loop.children.slice(1, body).filter(({ type }) => !['(', ')', ':', 'await'].includes(type));
  const [first, last] = [parts[0], parts.at(-1)];
  return first && last && { start: first.start, end: last.end };
}

/** Whether the header of an inner loop needs nothing that the loop around it brings. */
function isFree(program: Program, inner: SyntaxNode, { start, end }: Span, loop: SyntaxNode): boolean {
  for (const leaf of nodesOf(inner)) {
    if (leaf.start < start || leaf.end > end || !isName(leaf, program.table)) continue;
    const meant = resolve(program.names, program.table, textOf(program, leaf), leaf, leaf.start);
    if (meant !== undefined && holds(loop, meant.node) && !holds(inner, meant.node)) return false;
  }
  return true;
}
