import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { located, markers } from '../code/code.ts';
import type { Fixed, Identity, RunConfig } from '../domain/config.ts';
import type { Base } from '../domain/event.ts';
import type { Target } from '../domain/target.ts';
import { escapeGlob, unescapeGlob } from '../lib/glob.ts';
import { UserError } from '../lib/user-error.ts';
import type { Place, Repository } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { type Given, on, text } from './option.ts';
import { chosenDefinition } from './targeting-choice.ts';
import { readTarget } from './targeting-text.ts';

/** One definition of a file in place of whole files. */
export const TARGETING_OPTIONS = {
  target: text(
    '--target <file#name>',
    'the one function, method or class that may change, such as src/pipeline.py#processItems or a.ts#Queue.push; among several add @line:42 or @ and a part of the signature',
  ),
  allowHelpers: on('--allow-helpers', 'new functions beside the target may come with it'),
  allowSignature: on('--allow-signature', 'the target’s signature may change'),
} as const;

type Targeting = Given<typeof TARGETING_OPTIONS> & { readonly files?: readonly string[]; readonly resume?: boolean };

/** What may change. */
export interface Scoped {
  readonly identity: Pick<Identity, 'files' | 'target'>;
  readonly fixed: Pick<Fixed, 'target'>;
}

/** Throws UserError on settings that contradict each other. */
export function refuseTargeting({ target, files, allowHelpers, allowSignature }: Targeting): void {
  if (target !== undefined && files !== undefined)
    throw new UserError('--target and --files both say what may change: choose one of them.');
  if (target !== undefined || (allowHelpers !== true && allowSignature !== true)) return;
  const flag = allowHelpers === true ? '--allow-helpers' : '--allow-signature';
  throw new UserError(`${flag} is for a target. Name one with --target FILE#NAME, or leave it out.`);
}

/** Asks for a file, whose definitions are shown then; undefined where nobody is there. */
export async function askForTarget(context: Context): Promise<string | undefined> {
  if (!context.interactive) return undefined;
  const answer = await context.ask('Which function may change? (file, or file#name) ');
  return answer === undefined || answer.trim() === '' ? undefined : answer.trim();
}

/**
 * The scope that a target makes, by the user's files as they are: a start looks again at what it starts from.
 * Paths are relative to `folder`.
 */
export async function scopeOfTarget(
  wanted: string,
  input: Targeting,
  place: Place,
  folder: string,
  context: Context,
): Promise<Scoped> {
  const here = realpathSync(folder);
  const isFile = (path: string) => existsSync(resolve(here, path)) && statSync(resolve(here, path)).isFile();
  const { file, selector } = readTarget(wanted, isFile);
  const path = pathOf(resolve(here, file), place);
  const files = [escapeGlob(path)];
  if (!isFile(file)) {
    // A run that goes on has its own.
    if (input.resume === true && selector.symbol !== '')
      return { identity: { files, target: selector.symbol }, fixed: {} };
    throw new UserError(
      `There is no file ${file}. Write the target as FILE#NAME, such as src/pipeline.py#processItems.`,
    );
  }
  const content = readFileSync(resolve(here, file), 'utf8');
  refuseMarked(file, content);
  const { definition, nth } = await chosenDefinition(file, content, selector, context);
  const { symbol, signature, body } = definition;
  if (body === undefined)
    throw new UserError(
      `${symbol} in line ${definition.startLine} of ${file} is only declared there: name where it is defined.`,
    );
  const target: Target = {
    path,
    symbol,
    signature,
    ...(nth > 0 ? { nth } : {}),
    ...(input.allowHelpers === true ? { helpers: true } : {}),
    ...(input.allowSignature === true ? { loose: true } : {}),
  };
  return {
    identity: { files, target: nth > 0 ? `${symbol}@${nth + 1} ${signature}` : symbol },
    fixed: { target },
  };
}

/** Relative to the root. The file itself may be a link, which is not followed. */
function pathOf(file: string, { root }: Place): string {
  const folder = dirname(file);
  const path = relative(root, existsSync(folder) ? join(realpathSync(folder), basename(file)) : file);
  if (path === '' || path.startsWith('..')) throw new UserError(`${file} is outside ${root}: name a file inside it.`);
  return path;
}

function refuseMarked(file: string, content: string): void {
  if (markers(file, content).kind === 'none') return;
  throw new UserError(
    `${file} has EVOLVE-BLOCK markers, which say what may change: take them out, or name the file with --files and no target.`,
  );
}

/** The settings with the target as the base has it. Throws UserError where it has none. */
export async function targetedAt(repository: Repository, base: Base, config: RunConfig): Promise<RunConfig> {
  const { target } = config.fixed;
  if (target === undefined && config.identity.target === undefined) return config;
  const path = unescapeGlob(config.identity.files[0] ?? '');
  const content = await repository.read(base.commit, path);
  if (target === undefined || content === undefined)
    throw new UserError(
      `${path} is not among the files that are evolved: add it to git, or name another with --target.`,
    );
  const written = content.toString('utf8');
  refuseMarked(path, written);
  const found = await located(path, written, target);
  if (found === undefined)
    throw new UserError(`${target.symbol} is not in the committed ${path}. Commit it first, or add --dirty.`);
  return { ...config, fixed: { ...config.fixed, target: { ...target, signature: found.signature } } };
}

/** A resumed run keeps what goes with its target. */
export function refuseOtherTarget(input: Targeting, run: { readonly id: string; readonly config: RunConfig }): void {
  const { helpers = false, loose = false } = run.config.fixed.target ?? {};
  const flags = [
    ['--allow-helpers', input.allowHelpers, helpers],
    ['--allow-signature', input.allowSignature, loose],
  ] as const;
  for (const [flag, wanted, has] of flags) {
    if (wanted === undefined || wanted === has) continue;
    throw new UserError(
      `Run ${run.id} was started ${has ? 'with' : 'without'} ${flag}. ${has ? 'Add it' : 'Leave it out'} to continue it, or add --fresh to start a new run.`,
    );
  }
}
