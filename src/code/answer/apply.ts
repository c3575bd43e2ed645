import { foreign } from './foreign.ts';
import { isDivider, signs } from './mark.ts';
import { isFound, matchBlock } from './match.ts';
import { badPath, type Known, unknownPath } from './path.ts';
import { type BlockPiece, isProblem, type Piece, type Problem, type WholePiece } from './piece.ts';
import { type Replacement, replaced, textOf } from './text.ts';

interface Applied {
  readonly files: ReadonlyMap<string, string | null>;
  readonly problems: readonly string[];
}

/** The files after all pieces, each of which is about the files as they were shown. */
export function applied(pieces: readonly Piece[], known: Known, mayCreate: (path: string) => boolean): Applied {
  const byPath = new Map<string, Piece[]>();
  const problems: string[] = [];
  const only = known.size === 1 ? [...known.keys()][0] : undefined;
  for (const piece of pieces) {
    const path = piece.path ?? only;
    if (path === undefined) problems.push('A block has no path. Write the path of the file on the line above it.');
    else byPath.set(path, [...(byPath.get(path) ?? []), piece]);
  }
  const files = new Map<string, string | null>();
  for (const [path, about] of byPath) {
    const before = known.get(path);
    const after = before === undefined ? created(path, about, known, mayCreate) : changed(path, before, about, known);
    if (Array.isArray(after)) problems.push(...after);
    else if (after !== before) files.set(path, after);
  }
  problems.push(...clashes(files, known));
  return { files, problems };
}

type After = string | null | string[];

function created(path: string, about: readonly Piece[], known: Known, mayCreate: (path: string) => boolean): After {
  const [first] = about;
  const bad = badPath(path);
  if (bad !== undefined) return [bad];
  if (first === undefined || first.kind === 'delete' || (first.kind === 'block' && !isEmpty(first.search)))
    return [unknownPath(path, known)];
  if (!mayCreate(path)) return [`${unknownPath(path, known)} New files are not taken there.`];
  if (about.length > 1) return [`${path} is new and given ${about.length} times. Give it once, as a whole file.`];
  const lines = first.kind === 'whole' ? first.lines : first.replace;
  const wrong = foreignLine(path, lines, '');
  if (wrong !== undefined) return [`${path} ${wrong}`];
  const text = replaced(textOf(''), [{ start: 0, end: 0, lines: withoutMark(lines) }]);
  return first.kind === 'whole' && !first.lastEnd && text.endsWith('\n') ? text.slice(0, -1) : text;
}

function changed(path: string, before: string, about: readonly Piece[], known: Known): After {
  const deletion = about.find((piece) => piece.kind === 'delete');
  const whole = about.filter((piece) => piece.kind === 'whole');
  const blocks = about.filter((piece) => piece.kind === 'block');
  if (deletion !== undefined) {
    if (whole.length + blocks.length > 0) return [`${path} is both deleted and changed. Do one of them.`];
    const lines = textOf(before).lines.map(({ text }) => text);
    const isWrong = deletion.lines !== undefined && deletion.lines.join('\n') !== lines.join('\n');
    return isWrong
      ? [`The diff deletes ${path} but shows other lines. Write DELETE ${path} on a line of its own.`]
      : null;
  }
  const [file] = whole;
  if (file === undefined) return withBlocks(path, before, blocks, known);
  if (blocks.length > 0) return [`${path} is given whole and in blocks. Use one of the two for a file.`];
  if (whole.length > 1) return [`${path} is given whole ${whole.length} times. Give it once.`];
  return asWhole(path, before, file);
}

function asWhole(path: string, before: string, { lines, mustBeNew }: WholePiece): After {
  const text = textOf(before);
  if (mustBeNew && text.lines.length > 0) return [`The diff creates ${path}, which exists. Change it instead.`];
  if (lines.length === 0 && text.lines.length > 0)
    return [`${path} is given as an empty file. Write DELETE ${path} to delete it, or all of its lines.`];
  const wrong = foreignLine(path, lines, before);
  if (wrong !== undefined) return [`${path} ${wrong}`];
  return replaced(text, [{ start: 0, end: text.lines.length, lines: withoutMark(lines) }]);
}

function withBlocks(path: string, before: string, blocks: readonly BlockPiece[], known: Known): After {
  const text = textOf(before);
  const lines = text.lines.map((line) => line.text);
  const problems: string[] = [];
  const found: (Replacement & { readonly name: string })[] = [];
  for (const [index, block] of blocks.entries()) {
    const name = `${path}, ${block.divider === undefined ? 'hunk' : 'block'} ${index + 1}`;
    const place = placeOf(path, before, block, lines, known);
    if (isProblem(place)) problems.push(`${name}: ${place.problem}`);
    else found.push({ ...place, name });
  }
  if (problems.length > 0) return problems;
  const moving = found
    .filter(({ start, end, lines: after }) => lines.slice(start, end).join('\n') !== after.join('\n'))
    .sort((a, b) => a.start - b.start);
  for (const [index, one] of moving.entries()) {
    const next = moving[index + 1];
    if (next !== undefined && next.start < one.end)
      return [`${one.name} and ${next.name} overlap at line ${next.start + 1}. Make one block of them.`];
  }
  return replaced(text, moving);
}

function placeOf(
  path: string,
  before: string,
  block: BlockPiece,
  lines: readonly string[],
  known: Known,
): Replacement | Problem {
  const wrong = foreignLine(path, block.replace, before);
  if (wrong !== undefined) return { problem: `REPLACE ${wrong}` };
  if (isEmpty(block.search)) {
    if (lines.length === 0) return { start: 0, end: 0, lines: block.replace };
    return { problem: 'SEARCH is empty, but the file exists. Put the lines next to the change into SEARCH.' };
  }
  const { divider } = block;
  if (divider !== undefined && lines.some((line) => isDivider(line) && signs(line) === signs(divider)))
    return {
      problem: `the file has lines like the marker ${divider.trim()}. Write the three markers with another number of signs, 5 to 9.`,
    };
  const other = block.carried ? otherHome(block, path, known) : undefined;
  if (other !== undefined)
    return { problem: `it has no path line of its own, and SEARCH is in ${other} as well. Write the path above it.` };
  const search = lines.length > 0 ? withoutMark(block.search) : block.search;
  return matchBlock({ ...block, search, replace: withoutMark(block.replace) }, lines);
}

function otherHome(block: BlockPiece, path: string, known: Known): string | undefined {
  for (const [other, text] of known) {
    if (
      other !== path &&
      isFound(
        block,
        textOf(text).lines.map((line) => line.text),
      )
    )
      return other;
  }
  return undefined;
}

function foreignLine(path: string, lines: readonly string[], before: string): string | undefined {
  const own = new Set(before.split('\n').map((line) => line.trim()));
  for (const line of lines) {
    const wrong = own.has(line.trim()) ? undefined : foreign(line, path);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Files where a folder is, or the other way round. */
function clashes(files: ReadonlyMap<string, string | null>, known: Known): readonly string[] {
  const after = new Set([...known.keys(), ...files.keys()].filter((path) => files.get(path) !== null));
  const fresh = [...files.keys()].filter((path) => !known.has(path));
  return fresh.flatMap((path) => {
    const inside = path
      .split('/')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const file = inside.find((folder) => after.has(folder));
    if (file !== undefined) return [`${path} can't be created: ${file} is a file.`];
    return [...after].some((one) => one.startsWith(`${path}/`)) ? [`${path} can't be created: it is a folder.`] : [];
  });
}

/** The mark belongs to the file, which keeps it or does without. */
const withoutMark = (lines: readonly string[]): readonly string[] =>
  lines[0]?.startsWith('\uFEFF') ? [lines[0].slice(1), ...lines.slice(1)] : lines;

const isEmpty = (lines: readonly string[]): boolean => lines.every((line) => line.trim() === '');
