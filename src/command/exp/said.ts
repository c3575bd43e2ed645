import { redacted } from '../../lib/secrets.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import type { Context } from '../contract.ts';
import { secretsAtHand } from '../secrets.ts';
import type { Lab } from './lab.ts';

/** What is written down is read by many; longer things belong in a file that it names. */
const MOST = 16_000;

/**
 * What somebody has to say, as it may be written down: given, or on stdin where it is `-` or missing. Contract: no secret of
 * the environment is in it; `usage` says how to give it.
 */
export async function said(
  given: string | undefined,
  usage: string,
  lab: Pick<Lab, 'root' | 'run'>,
  context: Context,
): Promise<string> {
  return wordsOf(given === undefined || given === '-' ? ((await context.input?.()) ?? '') : given, usage, lab);
}

/** The same of what is only given on the command line. */
export function wordsOf(given: string, usage: string, lab: Pick<Lab, 'root' | 'run'>): string {
  const text = given.trim();
  if (text === '') throw new UserError(`There is no text. Say: ${usage}`);
  if (text.length > MOST)
    throw new UserError(`That is ${text.length} characters, and ${MOST} are kept: put it in a file and name that.`);
  return written(text, lab);
}

/** Tags are words to find something by. */
const LONGEST_TAG = 60;

export function tagOf(given: string, lab: Pick<Lab, 'root' | 'run'>): string {
  const tag = plain(written(given, lab)).trim();
  if (tag === '') throw new UserError('A tag is empty: give a word to find it by, or leave it out.');
  if (tag.length > LONGEST_TAG)
    throw new UserError(`A tag has at most ${LONGEST_TAG} characters; a longer text is a --note.`);
  return tag;
}

/** A text without the secrets of the environment. */
const written = (text: string, { root, run }: Pick<Lab, 'root' | 'run'>): string =>
  redacted(text, secretsAtHand(root, run.config));
