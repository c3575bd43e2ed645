import { redacted, secretsIn } from '../../lib/secrets.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Context } from '../contract.ts';
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
  { run }: Pick<Lab, 'run'>,
  context: Context,
): Promise<string> {
  const raw = given === undefined || given === '-' ? ((await context.input?.()) ?? '') : given;
  const text = raw.trim();
  if (text === '') throw new UserError(`There is no text. Say: ${usage}`);
  if (text.length > MOST)
    throw new UserError(`That is ${text.length} characters, and ${MOST} are kept: put it in a file and name that.`);
  return written(text, run.config.fixed.redact);
}

/** A text without the secrets of the environment. */
export const written = (text: string, listed: readonly string[] = []): string =>
  redacted(text, secretsIn(process.env, listed));
