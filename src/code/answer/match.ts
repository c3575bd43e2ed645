import { readings } from './block.ts';
import { indentOf, reindented } from './indent.ts';
import { isBlank } from './mark.ts';
import type { BlockPiece, Problem } from './piece.ts';
import type { Replacement } from './text.ts';

/** So many line numbers say enough. */
const MOST_LISTED = 5;
const QUOTED = 80;
/** Comparisons of lines for a hint at what is wrong; beyond that it isn't worth the time. */
const MOST_COMPARED = 2_000_000;

/**
 * Where a block applies: whole lines, character by character, once in the file; only if there are none, with indentation and
 * trailing space left aside, and again once.
 */
export function matchBlock(block: BlockPiece, file: readonly string[]): Replacement | Problem {
  const exact = readings(block).flatMap(({ search, replace }) =>
    places(search, file).map((start): Replacement => ({ start, end: start + search.length, lines: replace })),
  );
  const first = exact[0];
  if (first !== undefined) return exact.length === 1 ? first : ambiguous(exact.map(({ start }) => start));
  const folded = foldedPlaces(block.search, file);
  const start = folded[0];
  if (start === undefined) return { problem: `SEARCH is not in the file. ${hint(block.search, file)}` };
  return folded.length === 1 ? inTheFilesIndentation(block, file, start) : ambiguous(folded);
}

/** Whether a block would apply, or be ambiguous. */
export const isFound = (block: BlockPiece, file: readonly string[]): boolean =>
  foldedPlaces(block.search, file).length > 0;

const ambiguous = (starts: readonly number[]): Problem => {
  const lines = [...new Set(starts)].map((start) => start + 1).sort((a, b) => a - b);
  const listed = lines.slice(0, MOST_LISTED).join(', ') + (lines.length > MOST_LISTED ? ', …' : '');
  return {
    problem: `SEARCH matches ${starts.length} times (lines ${listed}). Add the lines around it, so that it matches once.`,
  };
};

function places(search: readonly string[], file: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (let start = 0; start + search.length <= file.length; start++) {
    let same = 0;
    while (same < search.length && file[start + same] === search[same]) same++;
    if (same === search.length) found.push(start);
  }
  return found;
}

const foldedPlaces = (search: readonly string[], file: readonly string[]): readonly number[] =>
  places(search.map(folded), file.map(folded));

/** Spaces and tabs at both ends left out; other white space is content. */
function folded(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(Math.min(end, indentOf(line).length), end);
}

function inTheFilesIndentation(
  { search, replace }: BlockPiece,
  file: readonly string[],
  start: number,
): Replacement | Problem {
  const most = Math.min(search.length, replace.length);
  let head = 0;
  while (head < most && search[head] === replace[head]) head++;
  let tail = 0;
  while (tail < most - head && search.at(-1 - tail) === replace.at(-1 - tail)) tail++;
  const end = start + search.length;
  const pairs = search.flatMap((said, index) =>
    isBlank(said) ? [] : [{ said: indentOf(said), is: indentOf(file[start + index] ?? '') }],
  );
  const lines = reindented(pairs, replace.slice(head, replace.length - tail));
  if (lines === undefined)
    return {
      problem: `SEARCH is at line ${start + 1} but indented in another way. Copy the indentation of the file.`,
    };
  return { start, end, lines: [...file.slice(start, start + head), ...lines, ...file.slice(end - tail, end)] };
}

function hint(search: readonly string[], file: readonly string[]): string {
  const only = search.filter((line) => !isBlank(line));
  const part = only.length === 1 ? file.findIndex((line) => line.includes(folded(only[0] ?? ''))) : -1;
  if (part >= 0) return `Line ${part + 1} has more or other lines around it. Copy whole lines as they are.`;
  const near = search.length * file.length > MOST_COMPARED ? undefined : nearestPlace(search, file);
  if (near === undefined) return 'Copy whole lines as they are in the file.';
  const wrong = search.findIndex((line, index) => folded(line) !== folded(file[near + index] ?? ''));
  const is = file[near + wrong];
  return (
    `Nearest is line ${near + 1}, but line ${wrong + 1} of SEARCH says ${quoted(search[wrong] ?? '')} ` +
    `where the file ${is === undefined ? 'ends' : `has ${quoted(is)}`}. Copy whole lines as they are in the file.`
  );
}

const quoted = (line: string): string => JSON.stringify(line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line);

/** Where most lines agree; undefined where none does. */
function nearestPlace(search: readonly string[], file: readonly string[]): number | undefined {
  const [said, is] = [search.map(folded), file.map(folded)];
  let best = { start: 0, same: 0 };
  for (let start = 0; start < is.length; start++) {
    const same = said.filter((line, index) => line !== '' && line === is[start + index]).length;
    if (same > best.same) best = { start, same };
  }
  return best.same === 0 ? undefined : best.start;
}
