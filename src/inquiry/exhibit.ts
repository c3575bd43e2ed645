import type { Source } from '../domain/operator.ts';
import type { Subject } from '../domain/round.ts';
import { formatBytes, formatScore, plural } from '../lib/format.ts';
import { fenced, head, printed } from '../lib/quotation.ts';
import { clipped } from './clip.ts';

/** Text of others without what could steer a terminal or swell a fence. */
export const cleaned = (text: string): string => printed(text, Number.POSITIVE_INFINITY);

/** A text of others in so many bytes, fenced; of a longer one it says what is left out. */
export function shownOf(name: string, text: string, bytes: number): string {
  const { parts, left } = clipped(cleaned(text), bytes);
  const note =
    left === 0 ? '' : ` (cut to its head, its tail and what fails in between; ${formatBytes(left)} left out)`;
  return `${name}${note}:\n\n${parts.map(fenced).join('\n[…]\n')}`;
}

/** An experiment in a few lines. */
export function lineOf({ id, parent, hypothesis, status, score, against, reason, failed }: Subject): string {
  const from = parent === undefined ? '' : ` from ${parent} (${formatScore(against)})`;
  return [
    `${id}${from}: ${status}, score ${formatScore(score)}`,
    ...(failed.length === 0 ? [] : [`gates that said no: ${head(failed.join(', '), 200)}`]),
    `tried: ${line(hypothesis)}`,
    ...(reason === undefined ? [] : [`not committed because: ${line(reason)}`]),
  ].join('\n  ');
}

/** In one line of others' words. */
export const line = (text: string, bytes = 400): string => head(cleaned(text).replace(/\s+/g, ' ').trim(), bytes);

/** So many files are looked into; more than that no prompt could show. */
const MOST_FILES = 200;

/** Files for one who sees nothing else: whole, the smallest first; what does not fit is named. */
export async function codeOf(source: Source, bytes: number): Promise<string> {
  const paths = source.files();
  const read = await Promise.all(
    paths.slice(0, MOST_FILES).map(async (path) => ({ path, text: await source.read(path) })),
  );
  const files = read.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  let room = bytes;
  const fits = (part: string): boolean => {
    const size = Buffer.byteLength(part) + 2;
    if (size > room) return false;
    room -= size;
    return true;
  };
  const shown = files
    .map(({ path, text }) => ({ path, part: `${path}:\n\n${fenced(text)}` }))
    .sort((a, b) => Buffer.byteLength(a.part) - Buffer.byteLength(b.part))
    .filter(({ part }) => fits(part))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const absent = paths.filter((path) => !shown.some((one) => one.path === path));
  const named = absent.slice(0, 20).join(', ');
  const rest =
    absent.length === 0
      ? []
      : [`Not shown: ${named}${absent.length > 20 ? `, and ${plural(absent.length - 20, 'more file')}` : ''}.`];
  return [...shown.map(({ part }) => part), ...rest].join('\n\n');
}
