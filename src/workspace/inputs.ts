import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, posix, relative, resolve } from 'node:path';
import { UserError } from '../lib/user-error.ts';
import type { Base } from './base.ts';
import { cover } from './cover.ts';
import { lfsPaths } from './lfs.ts';
import type { Place } from './place.ts';
import type { Repository } from './repository.ts';
import { looksSecret } from './secret.ts';
import { type Listing, listing } from './tree.ts';

/** Something that git does not hold and every checkout gets, read-only. */
export interface Input {
  /** Absolute. */
  readonly path: string;
  /** Its place in the checkout, relative to the root. */
  readonly at: string;
  readonly why: 'asked' | 'node_modules' | 'venv' | 'vendor' | 'lfs' | 'submodule';
}

/** Which installed folders belong to a project file. */
const installs: readonly { why: Input['why']; names: readonly string[]; beside: readonly string[] }[] = [
  { why: 'node_modules', names: ['node_modules'], beside: ['package.json'] },
  { why: 'venv', names: ['.venv', 'venv'], beside: ['pyproject.toml', 'requirements.txt', 'setup.py', 'Pipfile'] },
  { why: 'vendor', names: ['vendor'], beside: ['composer.json', 'go.mod', 'Gemfile', 'package.json'] },
];

/**
 * What every checkout gets beside the base: what is asked for (`PATH`, or `PATH:PLACE` for a place of the caller's choice),
 * and by itself installed packages (in the root, the caller's folder, those between, and every folder with a project file),
 * the content of LFS files and initialised submodules.
 * Contract: throws UserError for what is missing or looks like a secret; nothing returned lies in another or, but for LFS
 * content, over a file of the base. Secrets inside a folder that is asked for are left out.
 */
export async function findInputs(
  repository: Repository,
  base: Base,
  asked: readonly string[],
): Promise<readonly Input[]> {
  const { place } = repository;
  const entries = await repository.files(base.tree);
  const known = listing(entries);
  const submodules = entries.filter(({ path, mode }) => mode === '160000' && isFilled(join(place.root, path)));
  const lfs = await lfsPaths(place.root, entries, repository.blob);
  return withoutNested([
    ...asked.flatMap((text) => askedInputs(place, known, text)),
    ...installedInputs(place, known),
    ...lfs.map((at): Input => ({ path: join(place.root, at), at, why: 'lfs' })),
    ...submodules.flatMap(({ path }) => covered(join(place.root, path), path, known, 'submodule')),
  ]);
}

function covered(path: string, at: string, known: Listing, why: Input['why']): Input[] {
  return cover(path, at, known).map((part) => ({ ...part, why }));
}

function isFilled(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length > 0;
}

function askedInputs(place: Place, known: Listing, text: string): Input[] {
  const { path, at } = placed(place, known, text);
  const source = realpathSync(path);
  for (const name of [at, isInside(place.root, source) ? relative(place.root, source) : source]) {
    if (looksSecret(name))
      throw new UserError(`input '${text}' looks like a secret, which no benchmark gets: leave it out`);
  }
  if (/^\.(git|evolve)(\/|$)/.test(at)) throw new UserError(`input '${text}' is not for benchmarks: leave it out`);
  if (known.files.has(at)) return [];
  return covered(source, at, known, 'asked');
}

/** Where an input is and where it goes: the same place in the checkout, or `inputs/` for what lies outside the root. */
function placed(place: Place, known: Listing, text: string): { path: string; at: string } {
  const path = resolve(place.root, place.folder, text);
  if (existsSync(path)) {
    const inside = [path, realpathSync(path)].find((name) => isInside(place.root, name));
    if (inside !== undefined) return { path, at: relative(place.root, inside) };
    return { path, at: free(known, `inputs/${basename(path)}`, text) };
  }
  const colon = text.lastIndexOf(':');
  const source = resolve(place.root, place.folder, text.slice(0, colon));
  if (colon <= 0 || !existsSync(source))
    throw new UserError(`input '${text}' does not exist: name an existing file or folder`);
  const at = posix.normalize(text.slice(colon + 1)).replace(/\/$/, '');
  if (isAbsolute(at) || at === '.' || at.startsWith('..')) {
    throw new UserError(`input '${text}' would lie outside the checkout: give a place relative to the root`);
  }
  return { path: source, at: free(known, at, text) };
}

function free(known: Listing, at: string, text: string): string {
  const above = at.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  if (!known.folders.has(at) && !above.some((path) => known.files.has(path))) return at;
  throw new UserError(
    `input '${text}' would lie over the repository's own ${at}: choose another place with PATH:PLACE`,
  );
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function installedInputs(place: Place, known: Listing): Input[] {
  const callers = place.folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  return installs.flatMap(({ why, names, beside }) => {
    const projects = [...known.files.keys()].filter((path) => beside.includes(posix.basename(path))).map(posix.dirname);
    const folders = new Set(['', ...callers, ...projects.map((folder) => (folder === '.' ? '' : folder))]);
    const places = [...folders].flatMap((folder) => names.map((name) => (folder === '' ? name : `${folder}/${name}`)));
    return places
      .filter((at) => !known.files.has(at) && !known.folders.has(at) && isFilled(join(place.root, at)))
      .map((at): Input => ({ path: realpathSync(join(place.root, at)), at, why }));
  });
}

function withoutNested(inputs: readonly Input[]): readonly Input[] {
  const kept = new Map<string, Input>();
  for (const input of [...inputs].sort((a, b) => a.at.length - b.at.length)) {
    const same = kept.get(input.at);
    if (same !== undefined && same.path !== input.path) {
      throw new UserError(
        `inputs ${same.path} and ${input.path} would both lie at ${input.at}: use PATH:PLACE for one`,
      );
    }
    if (![...kept.keys()].some((at) => input.at === at || input.at.startsWith(`${at}/`))) kept.set(input.at, input);
  }
  return [...kept.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}
