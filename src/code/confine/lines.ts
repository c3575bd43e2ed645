import type { Span } from '../symbol/definition.ts';
import { nodesOf } from '../syntax/tree.ts';
import type { Reading } from './reading.ts';

/** How the lines of a text end; undefined where it has one line, or mixes. */
export function newlineOf(text: string): '\n' | '\r\n' | undefined {
  const [all, carried] = [text.split('\n').length - 1, text.split('\r\n').length - 1];
  if (all === 0 || (carried > 0 && carried < all)) return undefined;
  return carried > 0 ? '\r\n' : '\n';
}

export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Past the line's end; the end of the text where the line has none. */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** The white space before what starts a line; none where other text stands before it. */
export function indentOf(text: string, offset: number): string {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : '';
}

/** Part of one file as it stands in the other: its line ends, and its first line's indentation. */
export function moved(from: Reading, span: Span, to: Reading, indent: string): string {
  const own = indentOf(from.text, span.start);
  const text = from.text.slice(span.start, span.end);
  const lines = own === indent ? text : shifted(from, span, own, indent);
  const newline = newlineOf(to.text);
  return newline === undefined ? lines : lines.replace(/\r?\n/g, newline);
}

/** Lines inside of a text over several lines stay as they are: they are data. */
function shifted({ text, root, table }: Reading, { start, end }: Span, own: string, indent: string): string {
  const held = new Set<number>();
  for (const node of nodesOf(root, (at) => at.start < end && start < at.end)) {
    if (!table.strings.has(node.type) || node.end <= start || end <= node.start) continue;
    for (let at = text.indexOf('\n', node.start); at !== -1 && at < node.end; at = text.indexOf('\n', at + 1))
      held.add(at + 1);
  }
  let at = start;
  return text
    .slice(start, end)
    .split('\n')
    .map((line, index) => {
      const offset = at;
      at += line.length + 1;
      if (index === 0 || held.has(offset) || line.trim() === '' || !line.startsWith(own)) return line;
      return indent + line.slice(own.length);
    })
    .join('\n');
}
