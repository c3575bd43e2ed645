import { languageOf } from '../languages.ts';
import { nodesOf, type SyntaxNode } from '../syntax/tree.ts';
import type { Head } from './grammar.ts';
import { tokensOf } from './tokens.ts';

/** The head as written, on one line, without comments and marks. */
export function signatureOf({ outer, until }: Head, text: string, marks: ReadonlySet<string>): string {
  const parts: string[] = [];
  let from = outer.start;
  const fold = (to: number) => parts.push(text.slice(from, to).replace(/\s+/g, ' '));
  for (const node of nodesOf(outer, (at) => at.start < until && !isSkipped(at, outer, marks) && !isQuoted(at))) {
    if (node.start < from || node.start >= until) continue;
    const skipped = isSkipped(node, outer, marks);
    if (!skipped && !isQuoted(node)) continue;
    fold(node.start);
    parts.push(skipped ? ' ' : text.slice(node.start, Math.min(node.end, until)));
    from = node.end;
  }
  if (from < until) fold(until);
  const line = parts
    .join('')
    .replace(/(?<=[([]) +| +(?=[)\],])/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.replace(/\s*(?:[{;:]|(?<![=!<>])=)$/, '').trimEnd();
}

const isSkipped = (node: SyntaxNode, outer: SyntaxNode, marks: ReadonlySet<string>): boolean =>
  node.type.includes('comment') || (marks.has(node.type) && isOwn(node, outer));

/** Marks of parameters stay. */
function isOwn(mark: SyntaxNode, outer: SyntaxNode): boolean {
  for (let at = mark.parent; at !== undefined && at !== outer; at = at.parent) if (/param/.test(at.type)) return false;
  return true;
}

const isQuoted = ({ type, named }: SyntaxNode): boolean =>
  named && /^(?:string|template_string|\w*string_literal|char_literal)$/.test(type);

/**
 * Whether two signatures ask the same of a caller. White space, comments, trailing commas and the style of quotes don't
 * count; names, order, defaults and kinds of parameters and what is written of types do.
 */
export function sameSignature(path: string, a: string, b: string): boolean {
  const language = languageOf(path)?.name ?? '';
  const [left, right] = [tokensOf(a, language), tokensOf(b, language)];
  return left.length === right.length && left.every((token, index) => token === right[index]);
}
