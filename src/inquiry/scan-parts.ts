import type { Subject } from '../domain/round.ts';
import { formatBytes } from '../lib/format.ts';
import { fenced } from '../lib/quotation.ts';
import { type Clipping, clipped } from './clip.ts';
import type { Shown } from './evidence.ts';
import { cleaned, lineOf } from './exhibit.ts';

/** A file that an attempt left. */
export interface Trace {
  readonly name: string;
  readonly text: string;
}

/** An experiment with what its newest attempt left, the most telling first. */
export interface Attempted {
  readonly subject: Subject;
  readonly files: readonly Trace[];
}

/** What one call of a scanner is shown. */
export interface ScanPart {
  readonly text: string;
  readonly shown: Shown;
}

/** For what stands around a file. */
const FRAME_BYTES = 160;
/** More traces than this tell the same. */
const MOST_FILES = 60;
/** Less of a file tells nothing. */
const LEAST_BYTES = 400;

/**
 * A batch in as many parts as it takes for each to have at most so many bytes, in its order. An experiment that is too heavy by
 * itself is cut: small files stay whole, of the others there is the head, the tail and what fails in between.
 */
export function scanParts(batch: readonly Attempted[], bytes: number): readonly ScanPart[] {
  const parts: ScanPart[] = [];
  let [open, size]: [Exhibit[], number] = [[], 0];
  const close = () => {
    if (open.length > 0) parts.push(partOf(open));
    [open, size] = [[], 0];
  };
  for (const one of batch) {
    const exhibit = exhibitOf(one, bytes);
    const own = Buffer.byteLength(exhibit.text);
    if (size + own > bytes) close();
    open.push(exhibit);
    size += own + 2;
  }
  close();
  return parts;
}

interface Exhibit {
  readonly id: string;
  readonly text: string;
  readonly pieces: readonly string[];
}

function exhibitOf({ subject, files }: Attempted, bytes: number): Exhibit {
  const intro = `### ${subject.id}\n\n${fenced(lineOf(subject))}`;
  const most = Math.max(1, Math.floor((bytes - Buffer.byteLength(intro)) / (LEAST_BYTES + FRAME_BYTES)));
  const clean = files.slice(0, Math.min(MOST_FILES, most)).map(({ name, text }) => ({ name, text: cleaned(text) }));
  const room = bytes - Buffer.byteLength(intro) - FRAME_BYTES * (clean.length + 1);
  const shares = sharesOf(
    clean.map(({ text }) => Buffer.byteLength(text)),
    room,
  );
  const cut = clean.map(({ name, text }, index) => ({ name, ...clipped(text, shares[index] ?? 0) }));
  const more = files.length - clean.length;
  const text = [
    intro,
    ...cut.map((one) => fileOf(subject.id, one)),
    ...(more > 0 ? [`(${more} more files of ${subject.id} are not shown.)`] : []),
  ].join('\n\n');
  return { id: subject.id, text, pieces: cut.flatMap(({ parts }) => parts) };
}

function fileOf(id: string, { name, parts, left }: Clipping & { readonly name: string }): string {
  const note = left === 0 ? '' : ` (cut: ${formatBytes(left)} left out where […] stands)`;
  return `${id}/${name.slice(0, 80)}${note}:\n${parts.map(fenced).join('\n[…]\n')}`;
}

/** How many bytes each gets: what is small is whole, and what that leaves is shared evenly by the others. */
export function sharesOf(sizes: readonly number[], bytes: number): readonly number[] {
  const order = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  const shares = sizes.map(() => 0);
  let room = Math.max(0, bytes);
  order.forEach(({ size, index }, nth) => {
    const share = Math.min(size, Math.floor(room / (order.length - nth)));
    shares[index] = share;
    room -= share;
  });
  return shares;
}

const partOf = (exhibits: readonly Exhibit[]): ScanPart => ({
  text: exhibits.map(({ text }) => text).join('\n\n'),
  shown: new Map(exhibits.map(({ id, pieces }) => [id, pieces])),
});
