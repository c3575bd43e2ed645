import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '../inquiry/inquiry.ts';

/** Of one file: of a longer one the beginning and the end. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Names in a folder of traces that are looked at. */
const MOST_TRACES = 1000;

/** What tells most first: what it came to, the change, what was printed, then the tasks that seem to have failed. */
const FIRST = ['outcome.json', 'diff.patch', 'benchmark.log'];
const FAILED = /"score":\s*0(?:\.0*)?\s*[,}\n]|"(?:passed|success|ok)":\s*false|"error":\s*"[^"]/;

/** The files that an attempt left, for those who look for what went wrong. */
export function tracesIn(folder: string): readonly Trace[] {
  const names = namesIn(folder).filter((name) => !FIRST.includes(name) && name.endsWith('.log'));
  const traces = namesIn(join(folder, 'traces'))
    .slice(0, MOST_TRACES)
    .flatMap((name) => fileIn(folder, `traces/${name}`));
  return [
    ...[...FIRST, ...names].flatMap((name) => fileIn(folder, name)),
    ...traces.filter(({ text }) => FAILED.test(text)),
    ...traces.filter(({ text }) => !FAILED.test(text)),
  ];
}

/** The same for those who audit it: without the change, and what came of it, which are told apart. */
export const leftIn = (folder: string): readonly Trace[] =>
  tracesIn(folder).filter(({ name }) => name !== 'diff.patch' && name !== 'outcome.json');

/** Nothing where it is no regular file: a pipe or a device that somebody left would have no end. */
function fileIn(folder: string, name: string): readonly Trace[] {
  let file: number | undefined;
  try {
    file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    return stats.isFile() && stats.size > 0 ? [{ name, text: read(file, stats.size) }] : [];
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function read(file: number, size: number): string {
  if (size <= MOST_BYTES) return bytesAt(file, 0, size);
  const half = MOST_BYTES / 2;
  return `${bytesAt(file, 0, half)}\n[…]\n${bytesAt(file, size - half, half)}`;
}

function bytesAt(file: number, from: number, count: number): string {
  const bytes = Buffer.alloc(count);
  return bytes.subarray(0, readSync(file, bytes, 0, count, from)).toString('utf8');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
