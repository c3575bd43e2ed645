import { type AnswerFile, markers } from '../code/code.ts';
import type { Source } from '../domain/operator.ts';
import { formatNumber, plural } from '../lib/format.ts';
import { fenced, head } from '../lib/quotation.ts';

/** A file as it is shown in a prompt. */
export interface Exhibit {
  readonly path: string;
  /** undefined when it is not text. */
  readonly text: string | undefined;
}

const PATH_BYTES = 200;
/** For what is said of a file beside its path. */
const LINE_BYTES = 80;

/**
 * The files with their contents, in so many bytes: the smallest first, and what does not fit is named with its size, for it
 * can be read where it lies.
 */
export function exhibits(files: readonly Exhibit[], bytes: number): string {
  const named = files.map(({ path, text }) => ({ name: head(path, PATH_BYTES), text }));
  // A quarter is for names alone, so that many files leave room for the content of some.
  const count = fitting(
    named.map(({ name }) => Buffer.byteLength(name) + LINE_BYTES),
    bytes / 4,
  );
  const listed = named.slice(0, count).map(({ name, text }) => ({
    name,
    shown: text === undefined ? undefined : `${name}:\n${fenced(text)}`,
    size: text === undefined ? 0 : Buffer.byteLength(text),
  }));
  const bySize = listed.map(({ shown }) => (shown === undefined ? 0 : Buffer.byteLength(shown))).sort((a, b) => a - b);
  const most = bySize[fitting(bySize, (bytes * 3) / 4) - 1] ?? 0;
  const parts = listed.map(({ name, shown, size }) => {
    if (shown === undefined) return `${name} is not text.`;
    if (Buffer.byteLength(shown) <= most) return shown;
    return `${name} has ${formatNumber(size)} bytes: read it in the worktree.`;
  });
  return [
    ...parts,
    ...(files.length > count ? [`… and ${files.length - count} more files in the worktree.`] : []),
  ].join('\n\n');
}

/**
 * The files for one who sees nothing else: whole or not at all, in so many bytes. First what is urgent, then what has markers,
 * then the smallest; of what does not fit the name is told while there is room.
 */
export function wholeFiles(
  files: readonly Exhibit[],
  bytes: number,
  isUrgent: (path: string) => boolean,
): { readonly text: string; readonly shown: readonly AnswerFile[] } {
  const rank = ({ path, text = '' }: Exhibit): number =>
    isUrgent(path) ? 0 : markers(path, text).kind === 'blocks' ? 1 : 2;
  const ranked = files
    .map((file) => ({ file, rank: rank(file), size: Buffer.byteLength(file.text ?? '') }))
    .sort((a, b) => a.rank - b.rank || a.size - b.size);
  const parts: string[] = [];
  const shown: AnswerFile[] = [];
  const absent: string[] = [];
  // For the line that counts what is not even named.
  let left = bytes - 2 * LINE_BYTES;
  const fits = (part: string): boolean => {
    const size = Buffer.byteLength(part) + 2;
    if (size > left) return false;
    left -= size;
    parts.push(part);
    return true;
  };
  for (const { file, size } of ranked) {
    const { path, text } = file;
    if (text === undefined) absent.push(`${path} is not text, and can't be changed.`);
    else if (fits(`${path}:\n${fenced(text)}`)) shown.push({ path, text });
    else absent.push(`${path} has ${formatNumber(size)} bytes: too many to be shown, so it can't be changed.`);
  }
  const unnamed = absent.filter((line) => !fits(line)).length;
  if (unnamed > 0) parts.push(`… and ${plural(unnamed, 'more file')} that can't be shown.`);
  return { text: parts.join('\n\n'), shown };
}

/** How many from the beginning fit into so many bytes together. */
function fitting(sizes: readonly number[], bytes: number): number {
  let left = bytes;
  const first = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return first < 0 ? sizes.length : first;
}

/** So many files are looked into; more than that no prompt could show. */
const MOST_FILES = 200;

/** The files of a source in its order, or in the order that is given. */
export async function contents(source: Source, paths = source.files()): Promise<readonly Exhibit[]> {
  return Promise.all(paths.slice(0, MOST_FILES).map(async (path) => ({ path, text: await source.read(path) })));
}
