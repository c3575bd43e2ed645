import { type Declaration, resolve } from './names.ts';
import { meansSame, type Program, sameHome, textOf } from './program.ts';
import { isStatement } from './sites.ts';
import { holds, inside, nodesOf, part, type SyntaxNode } from './tree.ts';

/** The statement without its wrapping: in Rust a loop is an expression that makes a statement. */
export function core(node: SyntaxNode): SyntaxNode {
  const [only, more] = inside(node);
  return node.type === 'expression_statement' && only !== undefined && more === undefined ? only : node;
}

export const isJump = ({ table }: Program, node: SyntaxNode): boolean => table.jumps.has(core(node).type);

/** The statements beside it that have to do with it, itself included. */
export const siblingsOf = (program: Program, node: SyntaxNode): readonly SyntaxNode[] =>
  node.parent === undefined ? [] : inside(node.parent).filter((at) => isStatement(program, at));

/** Names that a statement declares for what comes after it. */
export function declaredBy(program: Program, node: SyntaxNode): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const leaf of nodesOf(node)) {
    if (leaf.children.length > 0) continue;
    for (const declaration of program.names.declared.get(textOf(program, leaf)) ?? [])
      if (declaration.node === leaf && !holds(node, declaration.scope)) found.push(declaration);
  }
  return found;
}

export const isUsedOutside = (program: Program, node: SyntaxNode, { name, scope }: Declaration): boolean =>
  (program.names.uses.get(name) ?? []).some((use) => holds(scope, use) && !holds(node, use));

/** Whether it has names that others need. */
export const isNeeded = (program: Program, node: SyntaxNode): boolean =>
  declaredBy(program, node).some((declaration) => isUsedOutside(program, node, declaration));

const contains = (node: SyntaxNode, kinds: ReadonlySet<string>, into: (at: SyntaxNode) => boolean): boolean => {
  for (const at of nodesOf(node, (inner) => inner === node || into(inner))) if (kinds.has(at.type)) return true;
  return false;
};

/** Whether the function's result comes from here: it ends the function and returns or is a value. */
export function isResult(program: Program, node: SyntaxNode): boolean {
  const { table } = program;
  if (isValue(program, node)) return true;
  if (!contains(node, table.returns, (at) => !table.functions.has(at.type))) return false;
  for (let at = node; at.parent !== undefined; at = at.parent) {
    if (table.functions.has(at.parent.type)) return true;
    if (table.loops.has(at.parent.type)) return false;
    if (table.lists.has(at.parent.type) && inside(at.parent).at(-1) !== at) return false;
  }
  return false;
}

/** In Rust a block's last expression is its value, be it an `if` over many lines. */
function isValue(program: Program, node: SyntaxNode): boolean {
  const inner = core(node);
  if (program.table.style !== 'bare' || inner === node || textOf(program, node).endsWith(';')) return false;
  if (node.parent === undefined || inside(node.parent).at(-1) !== node || program.table.loops.has(inner.type))
    return false;
  const block = part(inner, 'consequence');
  const last = block && inside(block).at(-1);
  return inner.type === 'match_expression' || (last !== undefined && !program.table.statements.has(last.type));
}

const LEAVING = new Set(
  'break_statement continue_statement break_expression continue_expression goto_statement yield_statement'.split(' '),
);

/** Whether it leaves a loop or a switch that is around it. */
export const leavesLoop = ({ table }: Program, node: SyntaxNode): boolean =>
  contains(node, LEAVING, (at) => !table.loops.has(at.type) && !table.functions.has(at.type)) &&
  !table.loops.has(core(node).type);

/** Whether a statement may stand at another offset: same function, same meaning, no jump, no name left behind. */
export function mayStand(program: Program, node: SyntaxNode, within: SyntaxNode, at: number): boolean {
  if (isJump(program, node) || isResult(program, node) || !sameHome(program, node, within)) return false;
  return meansSame(program, node, within, at);
}

/** Whether the names a statement declares are seen by all their users once it stands elsewhere in a list around them. */
export const meansNothingElse = (program: Program, node: SyntaxNode, within: SyntaxNode, at: number): boolean =>
  declaredBy(program, node).every(({ name }) => resolve(program.names, program.table, name, within, at) === undefined);
