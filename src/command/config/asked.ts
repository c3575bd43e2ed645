import { isAbsolute, relative } from 'node:path';
import { STEPS } from '../../domain/sandbox.ts';
import { overruled, roleOf } from '../appointment.ts';
import { presetOf, strangeTo } from '../searching.ts';
import type { RunInput } from '../settings.ts';
import { type ConfigChoice, type ConfigFile, type FileInput, readConfig, rootOf } from './file.ts';

/** What a run is asked for, by flags and file together. */
export interface Asked {
  readonly input: FileInput;
  /** Where the fitness command is called; inputs are relative to it. */
  readonly folder: string;
  /** What `input.files` is relative to. */
  readonly filesFolder: string;
  /** The file that said some of it. */
  readonly from?: string;
}

/** Settings of which one rules out the other: a flag silences both of the file's. */
const RIVALS: readonly (readonly (keyof RunInput)[])[] = [
  ['agent', 'operator'],
  ['files', 'target'],
];

/** Settings of something that a flag can switch off. */
const OF_WARM: readonly (keyof RunInput)[] = ['warmUses', 'trust'];

/** Puts flags over the file's settings. Whoever names the fitness command says where it is called. */
export async function askedFor(flags: FileInput & ConfigChoice, cwd: string): Promise<Asked> {
  const file = await readConfig(cwd, flags);
  const root = rootOf(cwd);
  if (file !== undefined) return merged(flags, file, cwd, root);
  return { input: { ...flags, ...reachOf(flags, cwd, root) }, folder: cwd, filesFolder: cwd };
}

export function merged(flags: FileInput, file: ConfigFile, cwd: string, root: string): Asked {
  const rivals = RIVALS.filter((some) => some.some((key) => flags[key] !== undefined)).flat();
  const preset = presetOf(flags);
  const strange = preset === undefined ? [] : strangeTo(preset);
  const silenced: readonly string[] = [...rivals, ...strange, ...(flags.warm === false ? OF_WARM : [])];
  const kept = Object.entries(file.input).filter(([key]) => !silenced.some((one) => one === key));
  const written: FileInput = Object.fromEntries(kept);
  const folder = flags.fitness === undefined && written.fitness !== undefined ? file.folder : cwd;
  const inputs = (key: 'input' | 'holdoutInput'): RunInput => {
    const from = flags[key] === undefined ? file.folder : cwd;
    const paths = (flags[key] ?? written[key])?.map((path) => moved(path, from, folder));
    return paths === undefined ? {} : { [key]: paths };
  };
  return {
    input: {
      ...written,
      ...flags,
      ...agents(flags, file.input),
      ...inputs('input'),
      ...inputs('holdoutInput'),
      ...reachOf(written, file.folder, root),
      ...reachOf(flags, cwd, root),
    },
    folder,
    filesFolder:
      (flags.files ?? flags.target) === undefined && (written.files ?? written.target) !== undefined
        ? file.folder
        : cwd,
    from: file.name,
  };
}

/** Naming authors leaves the other roles as the file has them. */
function agents(flags: RunInput, file: RunInput): RunInput {
  if (file.agent === undefined) return {};
  if (flags.agent !== undefined) return { agent: overruled(flags.agent, file.agent) };
  const others = flags.operator === undefined ? file.agent : file.agent.filter((text) => roleOf(text) !== 'author');
  return others.length === 0 ? {} : { agent: others };
}

/** A path relative to one folder, relative to another. Only its beginning changes: what follows may be `PATH:PLACE`. */
function moved(path: string, from: string, to: string): string {
  const way = relative(to, from);
  return isAbsolute(path) || way === '' ? path : `${way}/${path}`;
}

/** What commands may read and write, relative to the root: `[step:]path`, where `~` is the user's home. */
function reachOf(input: RunInput, from: string, root: string): RunInput {
  const paths = (['allowRead', 'allowWrite'] as const).flatMap((key) => {
    const given = input[key];
    return given === undefined ? [] : [[key, given.map((path) => movedReach(path, from, root))] as const];
  });
  return Object.fromEntries(paths);
}

const STEP = new RegExp(`^(?:${STEPS.join('|')}):`);

function movedReach(path: string, from: string, root: string): string {
  const step = STEP.exec(path)?.[0] ?? '';
  const rest = path.slice(step.length);
  return rest.startsWith('~') ? path : `${step}${moved(rest, from, root)}`;
}
