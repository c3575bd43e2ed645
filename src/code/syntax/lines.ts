import { type Program, textOf } from './program.ts';
import type { Splice } from './splice.ts';
import { nodesOf, type SyntaxNode } from './tree.ts';

/** A statement with the lines it has for itself, or just itself where it shares them. */
export interface Extent {
  readonly whole: boolean;
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  /** What moves: the statement and, on lines of its own, the comment behind it. */
  readonly body: string;
}

export function extentOf({ text }: Program, { start, end }: SyntaxNode): Extent {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const feed = text.indexOf('\n', end);
  const lineEnd = feed === -1 ? text.length : feed;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? '';
  const isFirst = lineStart + indent.length === start;
  const isLast = /^[ \t]*;?[ \t]*(?:\/\/.*|#.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)?\r?$/.test(text.slice(end, lineEnd));
  if (!isFirst || !isLast) return { whole: false, start, end, indent, body: text.slice(start, end) };
  const after = feed === -1 ? text.length : feed + 1;
  return { whole: true, start: lineStart, end: after, indent, body: text.slice(start, lineEnd).trimEnd() };
}

/** Takes a statement away; in Python something must stay in a block. */
export function removal(program: Program, node: SyntaxNode): Splice {
  const { whole, start, end } = extentOf(program, node);
  if (program.table.style === 'suite' && isAlone(node)) return { start: node.start, end: node.end, text: 'pass' };
  if (whole)
    return { start: program.text[end - 1] === '\n' ? start : start - feedBefore(program, start), end, text: '' };
  const spaces = /^[ \t]*/.exec(program.text.slice(end))?.[0].length ?? 0;
  return { start, end: end + spaces, text: '' };
}

/** Without a line feed of its own the last line takes the one before it, so that the text ends as it did. */
const feedBefore = ({ text }: Program, start: number): number =>
  /\r?\n$/.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0;

const isAlone = ({ parent }: SyntaxNode): boolean =>
  (parent?.children.filter(({ named, type }) => named && type !== 'comment').length ?? 0) < 2;

/** Puts lines before or after a statement, indented as it is. Undefined where they don't fit on its line. */
export function insertion(
  program: Program,
  target: SyntaxNode,
  side: 'before' | 'after',
  body: string,
): Splice | undefined {
  const { whole, start, end, indent } = extentOf(program, target);
  const { newline, text, table } = program;
  if (!whole) {
    if (body.includes('\n') || /\/\/|#/.test(body)) return undefined;
    if (side === 'before') return { start, end: start, text: body + table.separator };
    return { start: end, end, text: table.separator + body };
  }
  if (side === 'before') return { start, end: start, text: indent + body + newline };
  const ended = text[end - 1] === '\n';
  return { start: end, end, text: ended ? indent + body + newline : newline + indent + body };
}

/** The same lines at another depth; undefined where a text over several lines would change. */
export function reindented(
  program: Program,
  node: SyntaxNode,
  body: string,
  from: string,
  to: string,
): string | undefined {
  if (from === to || !body.includes('\n')) return body;
  for (const at of nodesOf(node)) {
    if (program.table.strings.has(at.type) && textOf(program, at).includes('\n')) return undefined;
  }
  return shifted(body, from, to);
}

export const shifted = (body: string, from: string, to: string): string =>
  body
    .split('\n')
    .map((line, index) =>
      index > 0 && line.startsWith(from) && line.trim() !== '' ? to + line.slice(from.length) : line,
    )
    .join('\n');

/** One step of indentation, as the file does it. */
export function stepOf({ text }: Program): string {
  if (/^\t/m.test(text)) return '\t';
  const depths = [...text.slice(0, SAMPLE).matchAll(/^( {2,8})\S/gm)].map((match) => match[1]?.length ?? 4);
  return ' '.repeat(depths.length === 0 ? 4 : Math.min(...depths));
}

// Enough to tell; a file of megabytes need not be read for it.
const SAMPLE = 20_000;
