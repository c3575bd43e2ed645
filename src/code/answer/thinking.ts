import type { Problem } from './piece.ts';

const OPEN = /(?<![`"'])<(think|thinking|reasoning)>/i;
const CLOSE = /(?<![`"'])<\/(?:think|thinking|reasoning)>/i;

export type Thinking =
  | { readonly kind: 'none' }
  /** Everything up to the line `next` is thought, but for the text before and after the tags. */
  | { readonly kind: 'thought'; readonly before: string; readonly next: number; readonly after: string }
  /** The end of thinking whose start was not sent: all that came before is thought as well. */
  | { readonly kind: 'end'; readonly after: string };

/** What the tags of a reasoning model make of a line outside of blocks. */
export function thinkingAt(lines: readonly string[], at: number): Thinking | Problem {
  const line = lines[at] ?? '';
  const open = OPEN.exec(line);
  const close = CLOSE.exec(line);
  if (open === null || (close !== null && close.index < open.index)) {
    const after = close === null ? '' : line.slice(close.index + close[0].length);
    const isEnd = close !== null && (line.slice(0, close.index).trim() === '' || after.trim() === '');
    return isEnd ? { kind: 'end', after } : { kind: 'none' };
  }
  for (let index = at; index < lines.length; index++) {
    const text = lines[index] ?? '';
    const from = index === at ? open.index + open[0].length : 0;
    const end = CLOSE.exec(text.slice(from));
    if (end === null) continue;
    const after = text.slice(from + end.index + end[0].length);
    return { kind: 'thought', before: line.slice(0, open.index), next: index, after };
  }
  if (line.slice(0, open.index).trim() !== '') return { kind: 'none' };
  return { problem: `${open[0]} is never closed: the answer seems cut off. Think less and send the edits.` };
}
