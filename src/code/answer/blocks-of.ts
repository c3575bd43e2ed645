import { changes } from './changes.ts';
import { startsDiff, startsHunk } from './diff.ts';
import { fenceOf, isBlank, isDivider, isReplaceMark, searchMark, signs } from './mark.ts';
import { badPath, pathOfLine } from './path.ts';
import { type Replacement, replaced, type Text, textOf } from './text.ts';

/** What the markers have, and what they have where the text has lines like them. */
const MARKER_SIGNS = [7, 9, 8, 6, 5];

/**
 * An answer that turns one text of a file into another: blocks, or the whole file where blocks can't say it. Undefined where an answer can't:
 * it shows neither line ends nor a byte order mark, and some lines would be taken for its own.
 */
export function blocksOf(path: string, before: string, after: string): string | undefined {
  const known = new Map([[path, before]]);
  if (pathOfLine(path, known) !== path || badPath(path) !== undefined || isStructure(path)) return undefined;
  const [old, fresh] = [textOf(before), textOf(after)];
  const lines = fresh.lines.map(({ text }) => text);
  if (lines.some((line) => line.endsWith('\r')) || lines[0]?.startsWith('\uFEFF')) return undefined;
  const found = changes(
    old.lines.map(({ text }) => text),
    lines,
  );
  if (found.length > 0 && replaced(old, found) === after) {
    const blocks = inBlocks(path, old, found);
    if (blocks !== undefined) return blocks;
  }
  if (replaced(old, [{ start: 0, end: old.lines.length, lines }]) !== after) return undefined;
  return lines.length === 0 ? undefined : asWhole(path, lines);
}

/** Whether a path would be read as another part of an answer. */
const isStructure = (path: string): boolean =>
  fenceOf(path) !== undefined || /^\W*DELETE\b|^diff |^-{3} |^\*{3} |[<>]/.test(path);

function asWhole(path: string, lines: readonly string[]): string | undefined {
  if (lines.some((line) => searchMark(line) !== undefined)) return undefined;
  const first = lines.findIndex((line) => !isBlank(line));
  if (startsDiff(lines, first) || startsHunk(lines[first] ?? '')) return undefined;
  const longest = lines.reduce((most, line) => Math.max(most, fenceOf(line)?.length ?? 0), 2);
  const fence = '`'.repeat(longest + 1);
  return [path, fence, ...lines, fence, ''].join('\n');
}

function inBlocks(path: string, { lines }: Text, found: readonly Replacement[]): string | undefined {
  const old = lines.map(({ text }) => text);
  const wide = widened(old, found);
  if (wide === undefined) return undefined;
  const all = [...old, ...wide.flatMap((one) => one.lines)];
  const count = MARKER_SIGNS.find((length) => !all.some((line) => isDivider(line) && signs(line) === length));
  const isTaken = wide.some(({ start, end, lines: next }) =>
    [...old.slice(start, end), ...next].some((line) => searchMark(line) !== undefined || isReplaceMark(line)),
  );
  if (count === undefined || isTaken || old.some((line) => line.endsWith('\r'))) return undefined;
  const blocks = wide.flatMap(({ start, end, lines: next }) => [
    path,
    `${'<'.repeat(count)} SEARCH`,
    ...old.slice(start, end),
    '='.repeat(count),
    ...next,
    `${'>'.repeat(count)} REPLACE`,
  ]);
  return ['```', ...blocks, '```', ''].join('\n');
}

/** Each change with enough lines around it to be found once, those that meet made one; undefined where it is never found once. */
function widened(old: readonly string[], found: readonly Replacement[]): readonly Replacement[] | undefined {
  const wide: (Replacement & { readonly parts: readonly Replacement[] })[] = [];
  for (const change of found) {
    let { start, end } = change;
    while (!isOnce(old, start, end)) {
      if (start === 0 && end === old.length) return undefined;
      start = Math.max(0, start - 1);
      end = Math.min(old.length, end + 1);
    }
    const parts = [change];
    while (start < (wide.at(-1)?.end ?? 0)) {
      const before = wide.pop();
      start = Math.min(start, before?.start ?? start);
      end = Math.max(end, before?.end ?? end);
      parts.unshift(...(before?.parts ?? []));
    }
    wide.push({ start, end, parts, lines: after(old, start, end, parts) });
  }
  return wide;
}

function after(old: readonly string[], start: number, end: number, parts: readonly Replacement[]): readonly string[] {
  const lines: string[] = [];
  let from = start;
  for (const part of parts) {
    lines.push(...old.slice(from, part.start), ...part.lines);
    from = part.end;
  }
  return [...lines, ...old.slice(from, end)];
}

function isOnce(old: readonly string[], start: number, end: number): boolean {
  const search = old.slice(start, end);
  if (search.every(isBlank)) return false;
  const isAt = (place: number): boolean => search.every((line, index) => line === old[place + index]);
  return old.filter((_, place) => place + search.length <= old.length && isAt(place)).length === 1;
}
