import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import {
  Damaged,
  empty,
  hasPopulation,
  openPopulation,
  type Population,
  type Settings,
  setAside,
} from '../../population/population.ts';
import type { Context } from '../contract.ts';
import { text } from '../option.ts';

export const DIR = text('<dir>', 'the folder of the population');

export function folderOf(dir: string | undefined, { cwd }: Context): string {
  if (dir === undefined)
    throw new UserError('Which population? Give its folder: evolve db info evolve-output/database');
  const folder = resolve(cwd, dir);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UserError(`${folder} is no folder: a population needs one of its own.`);
  return folder;
}

/**
 * Works on the population in a folder.
 * Contract: files that can't be read are set aside and told of. A verb that may begin anew goes on without them, any other fails.
 */
export async function withPopulation<T>(
  folder: string,
  context: Context,
  anew: boolean,
  work: (population: Population) => T,
  settings: Partial<Settings> = {},
): Promise<T> {
  try {
    return opened(folder, context, work, settings);
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const said = await setAside(folder, context.signal);
    if (said !== undefined && !anew)
      throw new UserError(`${said}: put a sound copy back, or begin anew with evolve db seed.`);
    if (said !== undefined) context.tell(said);
    return opened(folder, context, work, settings);
  }
}

function opened<T>(
  folder: string,
  context: Context,
  work: (population: Population) => T,
  settings: Partial<Settings>,
): T {
  const population = openPopulation(folder, settings, (line) => context.tell(line));
  try {
    return work(population);
  } finally {
    population.close();
  }
}

/** For verbs that need somebody there: nothing is made where nothing is. */
export function requirePopulation(folder: string): void {
  if (!hasPopulation(folder)) throw new UserError(empty(folder));
}
