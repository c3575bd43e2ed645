import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvironmentSource } from '../../domain/config.ts';
import { readDotenv } from '../../lib/dotenv.ts';
import { shellQuote } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';

export type Variables = Readonly<Record<string, string>>;

/** Nobody has so many. */
const MOST_BYTES = 1024 * 1024;

/** The variables that a run's commands get from files; of two of the same name the last file's. Throws `UserError`. */
export function variablesOf(root: string, sources: readonly EnvironmentSource[] = []): Variables {
  return Object.assign({}, ...sources.map((source) => variablesIn(root, source)));
}

/** Those of one file that are taken. Throws `UserError` where one is missing. */
export function variablesIn(root: string, { path, keys }: EnvironmentSource): Variables {
  const all = variablesInFile(root, path, `Put it back, or take it out with: evolve env clear ${shellQuote(path)}`);
  if (keys === undefined) return all;
  const missing = keys.find((key) => !Object.hasOwn(all, key));
  if (missing !== undefined)
    throw new UserError(
      `${path} has no ${missing}, which the run takes from it. Put it back, or name others: evolve env load ${shellQuote(path)} --allow NAME,NAME`,
    );
  return Object.fromEntries(keys.map((key) => [key, all[key] ?? '']));
}

/** All of a file's variables. `next` says what to do where there is no such file. */
export function variablesInFile(root: string, path: string, next: string): Variables {
  const file = resolve(root, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw new UserError(`There is no file ${path} to take variables from. ${next}`);
  if (found.size > MOST_BYTES) throw new UserError(`${path} is larger than any file of variables. ${next}`);
  const read = readDotenv(readFileSync(file, 'utf8'));
  if (read.kind === 'unreadable') throw new UserError(`${path}:${read.line}: ${read.why}. Write NAME=value lines.`);
  return read.values;
}
