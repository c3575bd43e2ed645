import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Adjustable, Identity, RunConfig } from '../../../domain/config.ts';
import { LADDER } from '../../../domain/ladder.ts';
import { UserError } from '../../../lib/user-error.ts';
import { findPlace, type Place } from '../../../workspace/workspace.ts';
import { askedFor } from '../../config/asked.ts';
import type { FileInput } from '../../config/file.ts';
import type { Context } from '../../contract.ts';
import { ladderingOf } from '../../laddering.ts';
import { adjustableOf, fixedOf } from '../../settings.ts';
import { GOALS_RUN_OPTIONS, type GoalsRunInput } from './options.ts';

/** Cycles are of the whole repository, wherever they were started from: there is one session of them at a time. */
export const GOALS_IDENTITY: Identity = { strategy: 'ladder', fitness: '', folder: '', files: ['**'] };

/** More goals at once would be one gate for too much. */
const MOST_AT_ONCE = 5;

const NOBODY =
  'Who is to think? Name an agent: evolve goals run --agent claude, or agent: claude in evolve.yaml. evolve doctor shows what is installed.';

export interface Wanted {
  readonly place: Place;
  /** Flags and file together: what is not about cycles is left out. */
  readonly input: FileInput;
  /** The queue as it was given: a file by its path from the root, or its text. */
  readonly queue?: { readonly file: string } | { readonly text: string };
}

/** What flags and file ask for. Throws `UserError` outside a git repository. */
export async function wantedBy(flags: GoalsRunInput, context: Context): Promise<Wanted> {
  const place = await findPlace(context.cwd);
  if (place.kind !== 'git')
    throw new UserError('evolve goals run lands its work as commits: make this a git repository with git init.');
  const asked = await askedFor(flags, context.cwd);
  if (asked.from !== undefined) context.tell(`settings from ${asked.from}`);
  const own = Object.entries(asked.input).filter(([key]) => key in GOALS_RUN_OPTIONS && !NO_SETTINGS.includes(key));
  const { queue, ...input }: FileInput = Object.fromEntries(own);
  const from =
    flags.queue === undefined && asked.from !== undefined ? dirname(join(context.cwd, asked.from)) : context.cwd;
  return {
    place,
    input:
      input.input === undefined
        ? input
        : { ...input, input: input.input.map((path) => fromRoot(path, asked.folder, place)) },
    ...(queue === undefined ? {} : { queue: queueOf(queue, from, place) }),
  };
}

/** What a call decides. */
const NO_SETTINGS: readonly string[] = ['fresh', 'config', 'useConfig'];

/** Inputs are looked for from where commands run, which is the root. */
function fromRoot(path: string, folder: string, { root }: Place): string {
  const way = relative(root, existsSync(folder) ? realpathSync(folder) : folder);
  return isAbsolute(path) || way === '' ? path : `${way}/${path}`;
}

/** What looks like the name of a file and is none is a mistake, not a list. */
const PATH = /^\S+\.(?:md|markdown|txt)$/i;

function queueOf(given: string, from: string, { root }: Place): NonNullable<Wanted['queue']> {
  const path = resolve(from, given);
  if (!given.includes('\n') && statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    return { file: relative(root, realpathSync(path)) };
  if (PATH.test(given))
    throw new UserError(
      `--queue ${given}: there is no such file. Name one, or give the list itself: "1. first thing".`,
    );
  return { text: given };
}

/** A session of these settings, which nobody has opened yet. */
export function configFor({ input }: Wanted): RunConfig {
  return { identity: GOALS_IDENTITY, fixed: fixedOf(input), adjustable: adjustedFor(input) };
}

/** Given settings over those of a session that goes on. Throws `UserError` where nobody is there to think. */
export function adjustedFor(input: FileInput, before?: Adjustable): Adjustable {
  const parallel = Math.min(MOST_AT_ONCE, input.parallel ?? before?.parallel ?? 1);
  const adjustable = adjustableOf({ ...input, parallel }, before);
  if (adjustable.agents?.author === undefined) throw new UserError(NOBODY);
  return { ...adjustable, ladder: ladderingOf(input, before?.ladder) ?? LADDER };
}
