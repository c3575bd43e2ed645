import { readBlock } from './block.ts';
import { readDiff, startsDiff } from './diff.ts';
import { readFence, unclear } from './fence.ts';
import { type Fence, fenceOf, isBlank, isReplaceMark, isStrayMark, searchMark, within } from './mark.ts';
import { type Known, pathOfInfo, pathOfLine } from './path.ts';
import { isProblem, type Piece } from './piece.ts';
import { thinkingAt } from './thinking.ts';

export interface Scan {
  readonly pieces: readonly Piece[];
  /** Prose outside of all blocks. */
  readonly words: string;
  /** Whether a fenced block without a path was seen. */
  readonly loose: boolean;
  /** Why the answer can't be read. */
  readonly problem: string | undefined;
}

/** Where the reading stands. */
interface State {
  lines: string[];
  at: number;
  pieces: Piece[];
  words: string[];
  loose: boolean;
  /** The path on the last line that was not blank. */
  above: string | undefined;
  /** The path named last. */
  current: string | undefined;
  /** A path named since the last block and not used yet. */
  pending: string | undefined;
  /** A fence around blocks that has not ended yet. */
  open: Fence | undefined;
  /** The last fence if it held a whole file: the next one could still belong to it. */
  whole: { readonly fence: Fence; readonly mayHoldFences: boolean } | undefined;
}

/** Parts of an answer in their order. Stops at the first problem. */
export function scan(answer: string, known: Known): Scan {
  const lines = answer.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const state: State = { ...fresh(), lines, at: 0, open: undefined, whole: undefined };
  let problem: string | undefined;
  while (problem === undefined && state.at < lines.length) problem = step(state, known);
  if (problem === undefined && state.open !== undefined)
    problem = 'The last fenced block is not closed: the answer seems cut off. Send it whole, with fewer lines.';
  const words = state.words.join('\n').replace(/\n{3,}/g, '\n\n');
  return { pieces: state.pieces, words: words.trim(), loose: state.loose, problem };
}

const fresh = (): Pick<State, 'pieces' | 'words' | 'loose' | 'above' | 'current' | 'pending'> => ({
  pieces: [],
  words: [],
  loose: false,
  above: undefined,
  current: undefined,
  pending: undefined,
});

/** Takes the next line, or the block that starts there. */
function step(state: State, known: Known): string | undefined {
  const { lines, at, open } = state;
  const line = lines[at] ?? '';
  if (searchMark(line) !== undefined) return block(state, known);
  if (isReplaceMark(line) || isStrayMark(line))
    return `Line ${at + 1} of the answer is ${JSON.stringify(line.trim().slice(0, 40))} outside of a block. A block is SEARCH, =======, REPLACE.`;
  if (open !== undefined) return inFence(state, line, open, known);
  const thinking = thinkingAt(lines, at);
  if (isProblem(thinking)) return thinking.problem;
  if (thinking.kind !== 'none') {
    if (thinking.kind === 'end') Object.assign(state, fresh());
    else if (!isBlank(thinking.before)) state.words.push(thinking.before);
    state.at = thinking.kind === 'end' ? at : thinking.next;
    lines[state.at] = thinking.after;
    return undefined;
  }
  const fence = fenceOf(line);
  if (fence !== undefined) return fenced(state, fence, known);
  if (startsDiff(lines, at)) return diff(state, lines, at, known, false);
  if (/^\s*\*\*\* Begin Patch\s*$/.test(line)) return 'This form of patch is not read. Use SEARCH/REPLACE blocks.';
  const gone = deletion(line, known);
  if (gone !== undefined) {
    if (gone.more) return `Write DELETE ${gone.path} on a line of its own, with nothing after it.`;
    add(state, { kind: 'delete', path: gone.path, lines: undefined });
  } else prose(state, line, known);
  state.at++;
  return undefined;
}

function prose(state: State, line: string, known: Known): void {
  if (state.open === undefined) state.words.push(line);
  if (isBlank(line)) return;
  state.above = pathOfLine(line, known);
  state.current = state.above ?? state.current;
  state.pending = state.above ?? state.pending;
}

function add(state: State, ...pieces: readonly Piece[]): void {
  state.pieces.push(...pieces);
  state.above = undefined;
  state.pending = undefined;
}

/** The line above was a path, so it is no prose. */
function used(state: State): void {
  if (state.above === undefined || state.open !== undefined) return;
  while (state.words.length > 0 && isBlank(state.words.at(-1) ?? '')) state.words.pop();
  state.words.pop();
}

function block(state: State, known: Known): string | undefined {
  const { lines, at } = state;
  const rest = searchMark(lines[at] ?? '')?.rest ?? '';
  const beside = rest === '' ? undefined : pathOfLine(rest, known);
  if (rest !== '' && beside === undefined)
    return `Line ${at + 1} of the answer has ${JSON.stringify(rest.slice(0, 40))} after SEARCH. Only a path may stand there.`;
  const path = beside ?? state.above ?? state.current;
  const number = state.pieces.filter((one) => one.kind === 'block' && one.path === path).length + 1;
  const read = readBlock(lines, at, `${path ?? 'no path'}, block ${number}`);
  if (isProblem(read)) return read.problem;
  if (beside === undefined) used(state);
  const carried = beside === undefined && state.above === undefined;
  state.current = path;
  state.whole = undefined;
  add(state, { kind: 'block', path, carried, ...read.block });
  state.at = read.next;
  return undefined;
}

/** A line between blocks that share a fence. */
function inFence(state: State, line: string, fence: Fence, known: Known): string | undefined {
  const role = within(fence, line);
  const isNothing = isBlank(line) || pathOfLine(line, known) !== undefined || /^\s*(?:\.{3}|…|#|\/\/)/.test(line);
  if (role === 'unclear') return `A fenced block ${unclear(line, fence)}`;
  if (role === 'content' && !isNothing)
    return `Line ${state.at + 1} of the answer, ${JSON.stringify(line.trim().slice(0, 40))}, stands in a fence but in no block. Put it into SEARCH or REPLACE, or leave it out.`;
  if (role === 'content') prose(state, line, known);
  else {
    state.open = undefined;
    state.above = undefined;
  }
  state.at++;
  return undefined;
}

function fenced(state: State, fence: Fence, known: Known): string | undefined {
  const { lines, at, above, whole } = state;
  const read = readFence(lines, at, fence, known);
  if (isProblem(read)) return read.problem;
  const info = pathOfInfo(fence.info, known);
  if (info !== undefined && above !== undefined && info !== above)
    return `Line ${at + 1} of the answer names ${info}, the line above it ${above}. Name one file.`;
  const path = info ?? above;
  if (above !== undefined) used(state);
  state.whole = undefined;
  if (read.kind === 'blocks') {
    state.above = path;
    state.current = path ?? state.current;
    state.open = fence;
    state.at++;
    return undefined;
  }
  if (read.kind === 'diff') {
    state.at = read.next;
    state.above = path;
    return diff(state, read.lines, 0, known, true);
  }
  if (whole !== undefined && fence.info === '' && within(whole.fence, lines[at] ?? '') !== 'content')
    if (path === undefined || whole.mayHoldFences)
      return `It is not clear whether the file before line ${at + 1} of the answer ends there: a fence follows. Use a longer fence around the file.`;
  state.at = read.next;
  if (path === undefined) return withoutPath(state, read.lines, known);
  if (/^(?:diff|patch)\b/i.test(fence.info) && !/\.(?:diff|patch)$/.test(path))
    return `The diff of ${path} has no hunk that starts with @@. Use SEARCH/REPLACE blocks.`;
  state.whole = { fence, mayHoldFences: mayHoldFences(path, known.get(path) ?? '') };
  state.current = path;
  add(state, { kind: 'whole', path, lines: read.lines, mustBeNew: false, lastEnd: true });
  return undefined;
}

const mayHoldFences = (path: string, text: string): boolean =>
  /\.(?:md|mdx|markdown|rst|txt|adoc|qmd|rmd)$/i.test(path) || /^ {0,3}(?:`{3,}|~{3,})/m.test(text);

/** Code that is shown is no edit, unless something says that it was meant as one. */
function withoutPath(state: State, lines: readonly string[], known: Known): string | undefined {
  if (state.pending !== undefined)
    return `A fenced block is not directly below the line ${state.pending}. Write the path on the line above the fence.`;
  const gone = lines.map((line) => deletion(line, known)?.path).find((path) => path !== undefined && known.has(path));
  if (gone !== undefined) return `DELETE ${gone} stands in a fence. Write it outside of fences.`;
  state.loose = true;
  state.above = undefined;
  return undefined;
}

function diff(state: State, lines: readonly string[], from: number, known: Known, isFenced: boolean) {
  const path = state.above;
  const read = readDiff(lines, from, path, (one) => known.has(one), isFenced);
  if (isProblem(read)) return read.problem;
  if (!isFenced) {
    used(state);
    state.at = read.next;
  }
  const pieces = read.pieces.map((piece) =>
    piece.kind === 'block' && piece.path === undefined ? { ...piece, path: state.current, carried: true } : piece,
  );
  add(state, ...pieces);
  return undefined;
}

/** The path on a line that says DELETE; `more` when other words follow a known path. */
function deletion(line: string, known: Known): { readonly path: string; readonly more: boolean } | undefined {
  const text = /^\W*DELETE\b:?[ \t]+(\S.*)$/.exec(line.replace(/[\u200B-\u200D\uFEFF]/gu, ''))?.[1]?.trim();
  if (text === undefined) return undefined;
  const plain = known.has(text) ? text : text.replace(/[*_`]+$/, '').replace(/^[*_`"']+|["']$/g, '');
  const path = pathOfLine(plain, known) ?? plain;
  if (known.has(path) || !/\s/.test(plain)) return { path, more: false };
  const first = plain.split(/\s/)[0] ?? '';
  const named = pathOfLine(first, known);
  return named !== undefined && known.has(named) ? { path: named, more: true } : undefined;
}
