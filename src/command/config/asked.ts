import { isAbsolute, relative } from 'node:path';
import type { RunInput } from '../settings.ts';
import { type ConfigChoice, type ConfigFile, readConfig } from './file.ts';

/** What a run is asked for, by flags and file together. */
export interface Asked {
  readonly input: RunInput;
  /** Where the fitness command is called; inputs are relative to it. */
  readonly folder: string;
  /** What `input.files` is relative to. */
  readonly filesFolder: string;
  /** The file that said some of it. */
  readonly from?: string;
}

/** Settings of which one rules out the other: a flag silences both of the file's. */
const RIVALS: readonly (readonly (keyof RunInput)[])[] = [['agent', 'operator']];

/** Puts flags over the file's settings. Whoever names the fitness command says where it is called. */
export async function askedFor(flags: RunInput & ConfigChoice, cwd: string): Promise<Asked> {
  const file = await readConfig(cwd, flags);
  return file === undefined ? { input: flags, folder: cwd, filesFolder: cwd } : merged(flags, file, cwd);
}

export function merged(flags: RunInput, file: ConfigFile, cwd: string): Asked {
  const silenced = RIVALS.filter((rivals) => rivals.some((key) => flags[key] !== undefined)).flat();
  const kept = Object.entries(file.input).filter(([key]) => !silenced.some((one) => one === key));
  const written: RunInput = Object.fromEntries(kept);
  const folder = flags.fitness === undefined && written.fitness !== undefined ? file.folder : cwd;
  const inputs = flags.input ?? written.input;
  const from = flags.input === undefined ? file.folder : cwd;
  return {
    input: {
      ...written,
      ...flags,
      ...(inputs === undefined ? {} : { input: inputs.map((path) => moved(path, from, folder)) }),
    },
    folder,
    filesFolder: flags.files === undefined && written.files !== undefined ? file.folder : cwd,
    from: file.name,
  };
}

/** A path relative to one folder, relative to another. Only its beginning changes: what follows may be `PATH:PLACE`. */
function moved(path: string, from: string, to: string): string {
  const way = relative(to, from);
  return isAbsolute(path) || way === '' ? path : `${way}/${path}`;
}
