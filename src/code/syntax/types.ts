import { resolve } from './names.ts';
import { type Program, textOf } from './program.ts';
import { bare, calledName, operandsOf, operatorOf } from './sites.ts';
import { ARITHMETIC, COMPARING, LOGICAL } from './table.ts';
import { inside, part, type SyntaxNode } from './tree.ts';

const LENGTHS = new Set(['length', 'size', 'len', 'count']);
const CASTS = new Set(['type_cast_expression', 'cast_expression', 'as_expression']);
const NUMERIC = /^(?:int|float|number|long|short|double|unsigned|size_t|[iuf]\d+|u?int\d+(?:_t)?|float\d+|[iu]size)\b/;
// Expressions nest deeper than calls may; nobody guesses through that.
const DEEPEST = 20;

/** A cheap guess at the type of an expression; undefined when it can't be told. */
export function typeOf(program: Program, expression: SyntaxNode, depth = 0): string | undefined {
  const { table, names } = program;
  const node = bare(expression);
  if (depth > DEEPEST) return undefined;
  const of = (inner: SyntaxNode | undefined): string | undefined => inner && typeOf(program, inner, depth + 1);
  if (table.numbers.has(node.type)) return literalType(textOf(program, node));
  if (node.type === 'true' || node.type === 'false' || node.type === 'boolean_literal') return 'bool';
  if (table.binary.has(node.type)) {
    const operator = operatorOf(node);
    if (COMPARING.has(operator) || LOGICAL.has(operator)) return 'bool';
    const [left, right] = (operandsOf(node) ?? []).map(of);
    return ARITHMETIC.has(operator) ? joined(left, right) : undefined;
  }
  if (table.unary.has(node.type)) return node.children[0]?.type === '-' ? of(inside(node).at(-1)) : 'bool';
  if (CASTS.has(node.type)) return plain(textOf(program, part(node, 'type') ?? inside(node).at(-1) ?? node));
  if (table.calls.has(node.type)) return LENGTHS.has(calledName(program, node)?.[0] ?? '') ? table.size : undefined;
  if (node.type === 'member_expression' || node.type === 'field_access')
    return LENGTHS.has(textOf(program, inside(node).at(-1) ?? node)) ? table.size : undefined;
  if (!table.names.has(node.type)) return undefined;
  const found = resolve(names, table, textOf(program, node), node, node.start);
  if (found === undefined) return undefined;
  const holder = found.node.parent;
  // Behind a pattern, a pointer or an array the type is not that of the name.
  if (holder?.type.includes('pattern') || /(?:pointer|array|reference|function)_declarator/.test(holder?.type ?? ''))
    return undefined;
  const written = found.type && plain(textOf(program, found.type));
  if (written !== undefined && written !== 'auto' && written !== 'var') return written;
  if (found.value?.type === 'range_expression') return table.size;
  if (found.value?.type === 'expression_list')
    return inside(found.value).length === 1 ? of(inside(found.value)[0]) : undefined;
  return /^for|range|clause|parameter/.test(holder?.type ?? '') ? undefined : of(found.value);
}

/** Whether the one may stand where the other was. */
export function fits({ table }: Program, there: string | undefined, here: string | undefined): boolean {
  if (there === undefined || here === undefined) return false;
  if (there === here) return true;
  return table.mixes && NUMERIC.test(there) && NUMERIC.test(here);
}

function literalType(text: string): string {
  const suffix = /(?:[iuf]\d+|[iu]size)$/.exec(text)?.[0];
  return suffix ?? (/^0x/i.test(text) || !/[.eEfF]/.test(text) ? 'int' : 'float');
}

/** A bare number takes the type of the other side. */
function joined(left: string | undefined, right: string | undefined): string | undefined {
  if (left === right || right === 'int' || right === 'float') return left;
  return left === 'int' || left === 'float' ? right : undefined;
}

const plain = (text: string): string =>
  text
    .replace(/^:\s*/, '')
    .replace(/\bconst\s+/, '')
    .trim();
