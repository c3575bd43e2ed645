import { languageOf } from '../languages.ts';
import { nodesOf, type SyntaxNode } from '../syntax/tree.ts';
import type { Head } from './grammar.ts';
import { tokensOf } from './tokens.ts';

/** Stands for a text in quotes while white space is folded. */
const QUOTED = '\u0000';

/** The head as written, on one line, without comments and marks. */
export function signatureOf({ outer, until }: Head, text: string, marks: ReadonlySet<string>): string {
  const quotes: string[] = [];
  let code = '';
  let from = outer.start;
  const isWhole = (node: SyntaxNode) => isSkipped(node, outer, marks) || isQuoted(node);
  for (const node of nodesOf(outer, (at) => at.start < until && !isWhole(at))) {
    if (node.start < from || node.start >= until || !isWhole(node)) continue;
    code += text.slice(from, node.start);
    if (isQuoted(node)) quotes.push(text.slice(node.start, node.end));
    code += isQuoted(node) ? QUOTED : ' ';
    from = node.end;
  }
  if (from < until) code += text.slice(from, until);
  const line = code
    .replace(/\s+/g, ' ')
    .replace(/(?<=[([]) | (?=[)\],])/g, '')
    .trim()
    .replace(/\s*(?:[{;:]|(?<![=!<>])=)$/, '');
  return line.replaceAll(QUOTED, () => quotes.shift() ?? '').trimEnd();
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
