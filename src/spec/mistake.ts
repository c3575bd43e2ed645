import { UserError } from '../lib/user-error.ts';

/** A mistake in a file that people write. */
export function mistake(file: string, line: number, what: string): UserError {
  return new UserError(`${file}:${line}: ${what}`);
}
