import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Goals } from '../../domain/goals.ts';
import { UserError } from '../../lib/user-error.ts';
import { goalsIn, type ReadText } from '../../spec/spec.ts';
import { rootOf } from '../config/file.ts';
import { text } from '../option.ts';

export const FILE = text('--file <path>', 'the goals file (default: GOALS.md at the root, else GOALS.yaml)');

export const NO_GOALS = 'No GOALS.md or GOALS.yaml here. Write one: evolve goals init';

/** The repository whose goals are meant: its root, and how its files are read as they are now. */
export interface GoalsPlace {
  readonly root: string;
  readonly read: ReadText;
  /** From the root. */
  readonly file?: string;
}

/** Throws `UserError` where the folder or the named file is not there. */
export function goalsPlace(cwd: string, file?: string): GoalsPlace {
  if (!existsSync(cwd)) throw new UserError(`There is no folder ${cwd}.`);
  const here = realpathSync(cwd);
  const root = rootOf(here);
  const read = readIn(root);
  if (file === undefined) return { root, read };
  const path = relative(root, resolve(here, file));
  if (path.startsWith('..')) throw new UserError(`${file} is outside the repository: name a file in ${root}.`);
  if (!existsSync(join(root, path))) throw new UserError(`There is no ${file}. Write one: evolve goals init`);
  return { root, read, file: path };
}

/** Reads files of a folder. What is no file there has no text. */
export const readIn =
  (root: string): ReadText =>
  async (path) => {
    try {
      return await readFile(join(root, path), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new UserError(`${path} can't be read (${codeOf(error)}): look at its permissions.`);
    }
  };

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error));

/** The goals of the working tree. Throws `UserError` where there are none, or they are wrong. */
export async function goalsHere({ read, file }: GoalsPlace): Promise<Goals> {
  const goals = await goalsIn(read, file);
  if (goals === undefined) throw new UserError(NO_GOALS);
  return goals;
}
