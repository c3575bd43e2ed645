import { isBlank } from './mark.ts';
import type { BlockPiece, DeletePiece, Problem, WholePiece } from './piece.ts';

type Hunk = Omit<BlockPiece, 'path' | 'carried'>;

interface Body {
  readonly hunks: readonly Hunk[];
  /** Whether the last new line has an end. */
  readonly lastEnd: boolean;
  readonly next: number;
}

export interface DiffRead {
  readonly pieces: readonly (BlockPiece | WholePiece | DeletePiece)[];
  readonly next: number;
}

const META = /^(?:index |new file mode |deleted file mode |old mode |new mode |similarity index |dissimilarity index )/;
const HUNK = /^@@(?:\s+-\d+(?:,(\d+))?\s+\+\d+(?:,(\d+))?\s+@@|.*@@|\s*$)/;

export const startsDiff = (lines: readonly string[], at: number): boolean =>
  /^diff --git \S/.test(lines[at] ?? '') || isHeader(lines, at);

export const startsHunk = (line: string): boolean => /^@@ -\d/.test(line) || /^@@.*@@/.test(line);

const isHeader = (lines: readonly string[], at: number): boolean =>
  /^--- \S/.test(lines[at] ?? '') && /^\+\+\+ \S/.test(lines[at + 1] ?? '');

/**
 * Reads a unified diff from a line on. Hunks become blocks: their context and removed lines are what is searched for, line
 * numbers count for nothing. Outside of a fence it ends at the first line that can't belong to it.
 */
export function readDiff(
  lines: readonly string[],
  start: number,
  path: string | undefined,
  known: (path: string) => boolean,
  fenced: boolean,
): DiffRead | Problem {
  const pieces: (BlockPiece | WholePiece | DeletePiece)[] = [];
  let at = start;
  while (at < lines.length) {
    if (isBlank(lines[at] ?? '')) {
      at++;
      continue;
    }
    const isBare = startsHunk(lines[at] ?? '') && pieces.length === 0;
    if (!isBare && !startsDiff(lines, at)) {
      if (!fenced) break;
      return { problem: `The diff has a line that belongs to no hunk: ${JSON.stringify(lines[at] ?? '')}.` };
    }
    const read = isBare ? hunksOf(lines, at, path, fenced) : fileOf(lines, at, path, known, fenced);
    if ('problem' in read) return read;
    pieces.push(...read.pieces);
    at = read.next;
  }
  return { pieces, next: at };
}

function hunksOf(lines: readonly string[], at: number, path: string | undefined, fenced: boolean): DiffRead | Problem {
  const body = bodyOf(lines, at, path ?? 'a file without a path', fenced);
  if ('problem' in body) return body;
  return { pieces: body.hunks.map((hunk) => ({ ...hunk, path, carried: false })), next: body.next };
}

function fileOf(
  lines: readonly string[],
  start: number,
  above: string | undefined,
  known: (path: string) => boolean,
  fenced: boolean,
): DiffRead | Problem {
  let at = start;
  if (/^diff --git /.test(lines[at] ?? '')) at++;
  while (META.test(lines[at] ?? '')) at++;
  if (!isHeader(lines, at))
    return {
      problem: `The diff ${JSON.stringify(lines[start] ?? '')} has no lines to change. Write DELETE and the path, or whole files.`,
    };
  const before = named(lines[at] ?? '', 'a/', known);
  const after = named(lines[at + 1] ?? '', 'b/', known);
  const path = after ?? before;
  if (path === undefined) return { problem: 'A diff from /dev/null to /dev/null changes no file.' };
  if (before !== undefined && after !== undefined && before !== after)
    return { problem: `The diff renames ${before} to ${after}. DELETE the one and write the other as a whole file.` };
  if (above !== undefined && above !== path)
    return { problem: `The line above the diff names ${above}, the diff itself ${path}. Name one file.` };
  const body = bodyOf(lines, at + 2, path, fenced);
  if ('problem' in body) return body;
  const { hunks, next, lastEnd } = body;
  if (before === undefined) {
    if (hunks.length !== 1 || hunks[0] === undefined || hunks[0].search.length > 0)
      return { problem: `The diff creates ${path}, so it must have one hunk with + lines only.` };
    return { pieces: [{ kind: 'whole', path, lines: hunks[0].replace, mustBeNew: true, lastEnd }], next };
  }
  if (after === undefined) {
    if (hunks.some(({ replace }) => replace.length > 0))
      return { problem: `The diff deletes ${path}, so it must have - lines only. Or write DELETE ${path}.` };
    const gone = hunks.length === 0 ? undefined : hunks.flatMap(({ search }) => search);
    return { pieces: [{ kind: 'delete', path, lines: gone }], next };
  }
  if (hunks.length === 0) return { problem: `The diff of ${path} has no hunk that starts with @@.` };
  return { pieces: hunks.map((hunk) => ({ ...hunk, path, carried: false })), next };
}

/** The path in a header; undefined for /dev/null. */
function named(line: string, prefix: string, known: (path: string) => boolean): string | undefined {
  const text = (line.slice(4).split('\t')[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (text === '/dev/null') return undefined;
  return text.startsWith(prefix) && !known(text) ? text.slice(prefix.length) : text;
}

function bodyOf(lines: readonly string[], start: number, path: string, fenced: boolean): Body | Problem {
  const hunks: Hunk[] = [];
  let lastEnd = true;
  let at = start;
  while (startsHunkLine(lines[at])) {
    const name = `${path}, hunk ${hunks.length + 1}`;
    const counts = HUNK.exec(lines[at] ?? '');
    const first = ++at;
    while (at < lines.length && isBodyLine(lines, at)) at++;
    if (fenced && at < lines.length && !startsHunkLine(lines[at]) && !startsDiff(lines, at))
      return { problem: `${name}: the line ${JSON.stringify(lines[at] ?? '')} starts with neither space, + nor -.` };
    const body = withoutSpareBlanks(lines.slice(first, at), counts?.[1], counts?.[2]);
    const search = body.filter((line) => !/^[+\\]/.test(line)).map((line) => line.slice(1));
    const replace = body.filter((line) => !/^[-\\]/.test(line)).map((line) => line.slice(1));
    if (search.length + replace.length === 0) return { problem: `${name} is empty.` };
    const isLast = lines.slice(at).every(isBlank);
    if (!fenced && isLast && (search.length < Number(counts?.[1] ?? 0) || replace.length < Number(counts?.[2] ?? 0)))
      return { problem: `${name} has fewer lines than it says: the answer seems cut off. Use SEARCH/REPLACE blocks.` };
    lastEnd = !(body.at(-1)?.startsWith('\\') && body.at(-2)?.startsWith('+'));
    hunks.push({ kind: 'block', search, replace, indent: 0, divider: undefined });
  }
  return { hunks, lastEnd, next: at };
}

const startsHunkLine = (line: string | undefined): boolean => line !== undefined && HUNK.test(line);

/** An empty line is context that lost its space. */
function isBodyLine(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (isHeader(lines, at) && startsHunkLine(lines[at + 2])) return false;
  return line === '' || /^[ +\-\\]/.test(line);
}

/** Empty lines at the end are context only if the counts in the header say so. */
function withoutSpareBlanks(body: readonly string[], old?: string, fresh?: string): readonly string[] {
  let end = body.length;
  while (end > 0 && body[end - 1] === '') end--;
  for (let most = body.length; most > end; most--) {
    const part = body.slice(0, most);
    const [before, after] = [part.filter((line) => !/^[+\\]/.test(line)), part.filter((line) => !/^[-\\]/.test(line))];
    if (before.length === Number(old ?? Number.NaN) && after.length === Number(fresh ?? Number.NaN)) return part;
  }
  return body.slice(0, end);
}
