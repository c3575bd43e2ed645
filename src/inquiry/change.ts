import type { Refused } from '../domain/candidate.ts';
import type { Flag } from '../domain/evaluation.ts';
import { formatBytes } from '../lib/format.ts';
import { bullets, fenced } from '../lib/quotation.ts';
import { clipped } from './clip.ts';
import { cleaned, line } from './exhibit.ts';

/** Changes that no person would read are not read here either: what is left out is said, and can't be confirmed. */
const PATCH_BYTES = 96 * 1024;
const MOST_LISTED = 30;

/** The whole change, as a patch against what it was made from. */
export function patchShown(patch: string): string {
  if (patch.trim() === '') return 'The change is empty.';
  const { parts, left } = clipped(cleaned(patch), PATCH_BYTES);
  const note = left === 0 ? '' : `\n\n${formatBytes(left)} of the change are left out where […] stands.`;
  return `${parts.map(fenced).join('\n[…]\n')}${note}`;
}

export const refusedShown = (refused: readonly Refused[]): string =>
  listed(refused.map(({ path, reason }) => `${path}: ${reason}`));

export const flagsShown = (flags: readonly Flag[]): string =>
  listed(flags.map(({ rule, path, line: number, text }) => `${path}:${number} ${rule}: ${line(text, 160)}`));

const listed = (items: readonly string[]): string =>
  items.length === 0 ? '' : fenced(bullets(items, MOST_LISTED, 300));
