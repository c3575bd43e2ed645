import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { readSettings } from '../../spec/spec.ts';
import type { ExperimentingInput } from '../experimenting.ts';
import type { LadderingInput } from '../laddering.ts';
import { STATE } from '../place.ts';
import type { RoundingInput } from '../rounding.ts';
import type { RunInput } from '../settings.ts';
import { CONFIG_KEYS, NOT_KEYS } from './key.ts';
import { configInput } from './nested.ts';

const NAMES = ['evolve.yaml', 'evolve.yml'] as const;

export interface ConfigFile {
  /** As the caller would name it. */
  readonly name: string;
  /** The folder that its paths are relative to. */
  readonly folder: string;
  readonly input: FileInput;
}

/** What a file may say: of a run, of experiments, of rounds of them, and of cycles over goals. */
export type FileInput = RunInput & ExperimentingInput & RoundingInput & LadderingInput;

/** Which file to read. Absent: the nearest one. */
export interface ConfigChoice {
  readonly config?: string;
  readonly useConfig?: boolean;
}

/**
 * The settings that hold for a folder: of the file that is named, else of the nearest evolve.yaml up to the root.
 * Contract: throws `UserError` on two files in one folder, one that can't be read and any mistake in it.
 */
export async function readConfig(cwd: string, choice: ConfigChoice): Promise<ConfigFile | undefined> {
  if (choice.useConfig === false) {
    if (choice.config !== undefined)
      throw new UserError('--config names a file and --no-config wants none: choose one.');
    return undefined;
  }
  const here = existsSync(cwd) ? realpathSync(cwd) : cwd;
  const path = choice.config === undefined ? findConfig(here) : resolve(here, choice.config);
  if (path === undefined) return undefined;
  const name = relative(here, path);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${name} can't be read (${error.code}): name an existing file with --config.`);
  });
  return { name, folder: folderOf(path, here), input: await parseConfig(text, name) };
}

/** The settings that a text holds, as the flags would give them. */
export async function parseConfig(text: string, file: string): Promise<FileInput> {
  const keys = CONFIG_KEYS.map(({ key }) => key);
  const input: Record<string, unknown> = {};
  for (const setting of await readSettings(text, file, keys, NOT_KEYS)) {
    const known = CONFIG_KEYS.find(({ key }) => key === setting.key);
    if (known !== undefined) Object.assign(input, configInput(known, setting, file));
  }
  return input as FileInput;
}

/** The nearest file, from a folder up to the root of what is evolved. */
export function findConfig(folder: string): string | undefined {
  const root = rootOf(folder);
  for (let at = folder; ; at = dirname(at)) {
    const found = NAMES.map((name) => join(at, name)).filter((path) => existsSync(path));
    if (found.length > 1) {
      const [kept, other] = found.map((path) => relative(folder, path));
      throw new UserError(`There are ${kept} and ${other}: keep one of them.`);
    }
    if (found[0] !== undefined || at === root) return found[0];
  }
}

/** A file from elsewhere speaks of the caller's folder. */
function folderOf(path: string, here: string): string {
  const folder = existsSync(path) ? realpathSync(dirname(path)) : dirname(path);
  const root = rootOf(here);
  return folder === root || folder.startsWith(root === '/' ? root : `${root}/`) ? folder : here;
}

/** The repository around a folder; without one the nearest folder that has runs, else the folder itself. */
export function rootOf(folder: string): string {
  const above = parents(folder);
  return (
    above.find((one) => existsSync(join(one, '.git'))) ?? above.find((one) => existsSync(join(one, STATE))) ?? folder
  );
}

function parents(folder: string): readonly string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...parents(up)];
}
