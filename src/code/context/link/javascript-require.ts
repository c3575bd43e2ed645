import { inside, part, type SyntaxNode } from '../../syntax/tree.ts';

/** What `require('./a')` names. */
export function requiredBy(call: SyntaxNode, textOf: (node: SyntaxNode) => string): string | undefined {
  const called = part(call, 'function');
  if (call.type !== 'call_expression' || called === undefined || textOf(called) !== 'require') return undefined;
  const argument = inside(part(call, 'arguments') ?? call)[0];
  return argument?.type === 'string' ? unquoted(textOf(argument)) : undefined;
}

export const unquoted = (text: string): string => text.replace(/^['"`]|['"`]$/g, '');
