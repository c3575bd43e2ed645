import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../lib/user-error.ts';
import type { Base } from './base.ts';
import { git, tryGit } from './git.ts';
import { findInputs, type Input } from './inputs.ts';
import type { Place } from './place.ts';
import type { Repository } from './repository.ts';
import type { Scope } from './scope.ts';

/** Inputs for one command alone. */
export interface HeldOut {
  /** All that its checkout gets, the inputs that every checkout gets included. */
  readonly inputs: readonly Input[];
  /** Where they come from: absolute, without symbolic links. Nobody else may see what is there. */
  readonly sources: readonly string[];
}

/**
 * Makes sure that nobody can know the held-out inputs from git, to which agents have access.
 * Contract: throws UserError for what is missing, tracked, not ignored, anywhere in the history, or known by its content.
 * To be called before a base is taken: that one may take in what is not ignored.
 */
export async function checkHeldOut(repository: Repository, asked: readonly string[]): Promise<void> {
  const { place } = repository;
  for (const text of asked) {
    const source = sourceOf(place, text);
    if (isInside(source, place.root)) throw refusal(text, 'holds the code itself: name a folder beside it');
    if (isInside(place.root, source)) await refuseInGit(place, text, relative(place.root, source));
    const known = await knownContent(repository, filesIn(source));
    if (known !== undefined)
      throw refusal(text, `is known to git: it has the content of ${known}. Hold out something else`);
  }
}

/**
 * What the held-out command gets.
 * Contract: throws UserError for what may be changed, or what another command gets to see: as an input or by `reachable`.
 */
export async function findHeldOut(
  repository: Repository,
  base: Base,
  scope: Scope,
  wanted: {
    readonly inputs: readonly string[];
    readonly held: readonly string[];
    readonly reachable: readonly string[];
  },
): Promise<HeldOut> {
  const { place } = repository;
  const sources = wanted.held.map((text) => sourceOf(place, text));
  const others = await findInputs(repository, base, wanted.inputs);
  const seen = [
    ...others.map(({ path }) => realpathSync(path)),
    ...wanted.reachable.map((path) => physical(resolve(place.root, path.replace(/^~(?=\/|$)/, homedir())))),
  ];
  for (const [index, source] of sources.entries()) {
    const text = wanted.held[index] ?? '';
    const open = seen.find((path) => isInside(path, source) || isInside(source, path));
    if (open !== undefined) throw refusal(text, `is not held out: other commands see ${open}`);
    const at = relative(place.root, source);
    if (isInside(place.root, source) && (scope.has(at) || scope.has(`${at}/x`)))
      throw refusal(text, 'lies among the files that may change: move it, or leave it out of --files');
  }
  return { inputs: await findInputs(repository, base, [...wanted.inputs, ...wanted.held]), sources };
}

/** As inputs are named: `PATH`, or `PATH:PLACE`. */
function sourceOf(place: Place, text: string): string {
  const whole = resolve(place.root, place.folder, text);
  if (existsSync(whole)) return realpathSync(whole);
  const colon = text.lastIndexOf(':');
  const path = resolve(place.root, place.folder, text.slice(0, Math.max(0, colon)));
  if (colon <= 0 || !existsSync(path)) throw refusal(text, 'does not exist: name an existing file or folder');
  return realpathSync(path);
}

async function refuseInGit({ root, kind }: Place, text: string, at: string): Promise<void> {
  if (kind === 'folder')
    throw refusal(text, 'lies in the folder that is evolved, where authors see it: keep it elsewhere');
  const options = { cwd: root, config: 'user', env: { GIT_LITERAL_PATHSPECS: '1' } } as const;
  const tracked = await git(['ls-files', '-z', '--', at], options);
  if (tracked.length > 0) throw refusal(text, 'is tracked by git, where authors see it: hold out something else');
  const past = await tryGit(['log', '--all', '-1', '--format=%h', '--', at], options);
  const commit = past.stdout.toString('utf8').trim();
  if (commit !== '')
    throw refusal(text, `is in git’s history (${commit}), where authors see it: hold out something else`);
  const ignored = await tryGit(['check-ignore', '-q', '--', at], { cwd: root, config: 'user' });
  if (ignored.code !== 0) throw refusal(text, 'would get into git: add it to .gitignore, or keep it elsewhere');
}

/** More files than this are data of which some would stand for all. */
const FILES = 10_000;
/** Shorter contents are the same by chance. */
const LEAST_BYTES = 16;

function filesIn(path: string): readonly string[] {
  const files: string[] = [];
  const open = [path];
  for (let next = open.pop(); next !== undefined && files.length < FILES; next = open.pop()) {
    const found = statSync(next, { throwIfNoEntry: false });
    if (found?.isFile() && found.size >= LEAST_BYTES && !next.includes('\n')) files.push(next);
    if (found?.isDirectory())
      for (const entry of readdirSync(next, { withFileTypes: true }))
        if (!entry.isSymbolicLink()) open.push(join(next, entry.name));
  }
  return files;
}

/** The first of the files whose content git has, in the user's objects or in ours. */
async function knownContent({ state }: Repository, files: readonly string[]): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const options = { cwd: state.dir, config: 'none', env: { GIT_DIR: state.gitDir } } as const;
  const lines = (output: Buffer): readonly string[] => output.toString('utf8').trimEnd().split('\n');
  const input = `${files.join('\n')}\n`;
  const ids = lines(await git(['hash-object', '--no-filters', '--stdin-paths'], { ...options, input }));
  const checked = lines(await git(['cat-file', '--batch-check'], { ...options, input: `${ids.join('\n')}\n` }));
  const index = checked.findIndex((line) => !line.endsWith(' missing'));
  return index === -1 ? undefined : files[index];
}

const physical = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

const isInside = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

const refusal = (text: string, why: string): UserError => new UserError(`held-out input '${text}' ${why}`);
