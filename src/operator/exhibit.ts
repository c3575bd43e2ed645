import { formatNumber } from '../lib/format.ts';
import { fenced, head } from './quotation.ts';

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

/** How many from the beginning fit into so many bytes together. */
function fitting(sizes: readonly number[], bytes: number): number {
  let left = bytes;
  const first = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return first < 0 ? sizes.length : first;
}
