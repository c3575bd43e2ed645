import { startsDiff, startsHunk } from './diff.ts';
import { type Fence, isBlank, outdented, searchMark, within } from './mark.ts';
import { type Known, pathOfLine } from './path.ts';
import type { Problem } from './piece.ts';

export type FenceRead =
  /** SEARCH/REPLACE blocks come next, before the fence ends. */
  | { readonly kind: 'blocks' }
  | { readonly kind: 'diff' | 'code'; readonly lines: readonly string[]; readonly next: number };

/** What a fence that opens on a line holds. */
export function readFence(lines: readonly string[], start: number, fence: Fence, known: Known): FenceRead | Problem {
  let first = start + 1;
  while (first < lines.length && (isBlank(lines[first] ?? '') || pathOfLine(lines[first] ?? '', known) !== undefined)) {
    first++;
  }
  if (searchMark(lines[first] ?? '') !== undefined) return { kind: 'blocks' };
  const isDiff = holdsDiff(lines, start + 1, fence);
  const where = `The fenced block at line ${start + 1} of the answer`;
  for (let end = start + 1; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const role = within(fence, line);
    if (role === 'end') return contentOf(lines.slice(start + 1, end), fence, isDiff ? 'diff' : 'code', end + 1, where);
    if (role === 'unclear' && !isDiff) return { problem: `${where} ${unclear(line, fence)}` };
    if (searchMark(line) !== undefined && !isDiff)
      return { problem: `${where} has a SEARCH marker after other text. Put nothing but a path line before SEARCH.` };
  }
  return { problem: `${where} is not closed: the answer seems cut off. Send it whole, with fewer lines.` };
}

/** What to say of a line in a fence that could as well end it. */
export const unclear = (line: string, fence: Fence): string =>
  `has the line ${JSON.stringify(line.trim().slice(0, 40))}, which could be its end or not. ` +
  `Use a longer fence around it (${fence.sign.repeat(fence.length + 1)}).`;

function holdsDiff(lines: readonly string[], from: number, fence: Fence): boolean {
  let first = from;
  while (first < lines.length && isBlank(lines[first] ?? '')) first++;
  const [head = '', second = ''] = [lines[first], lines[first + 1]].map((line) => line?.slice(fence.indent));
  if (/^(?:diff|patch|udiff)\b/i.test(fence.info)) return startsDiff([head, second], 0) || startsHunk(head);
  const third = lines[first + 2]?.slice(fence.indent) ?? '';
  return /^diff --git \S/.test(head) || (startsDiff([head, second], 0) && startsHunk(third));
}

function contentOf(
  content: readonly string[],
  fence: Fence,
  kind: 'diff' | 'code',
  next: number,
  where: string,
): FenceRead | Problem {
  const moved = outdented(content, fence.indent);
  if (moved !== undefined) return { kind, lines: moved, next };
  // The fence was moved into a list and its content was not.
  if (content.some((line) => /^\S/.test(line))) return { kind, lines: content, next };
  return { problem: `${where} is indented unevenly. Start the fence and its lines in the first column.` };
}
