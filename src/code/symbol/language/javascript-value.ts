import { inside, part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Head, sliced } from '../grammar.ts';

interface Made {
  readonly kind: Extract<Head['kind'], 'function' | 'class' | 'value'>;
  /** Its own name, which an expression may have. */
  readonly name?: string;
  readonly body?: SyntaxNode;
}

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function']);

/** What an expression makes. */
export function madeOf(value: SyntaxNode | undefined, text: string): Made {
  const at = value === undefined ? undefined : bare(value);
  if (at === undefined) return { kind: 'value' };
  const kind = FUNCTIONS.has(at.type) ? 'function' : at.type === 'class' ? 'class' : 'value';
  const body = kind === 'value' ? value : part(at, 'body');
  const name = kind === 'value' ? undefined : part(at, 'name');
  return {
    kind,
    ...(name === undefined ? {} : { name: sliced(text, name) }),
    ...(body === undefined ? {} : { body }),
  };
}

const WRAPPERS = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression']);

/** Without parentheses, casts and assignments on the way. */
export function bare(value: SyntaxNode): SyntaxNode {
  let at = value;
  for (;;) {
    const next =
      at.type === 'assignment_expression' ? part(at, 'right') : WRAPPERS.has(at.type) ? inside(at)[0] : undefined;
    if (next === undefined) return at;
    at = next;
  }
}
