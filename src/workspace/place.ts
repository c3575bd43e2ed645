import { existsSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { escapeGlob } from '../lib/glob.ts';
import { UserError } from '../lib/user-error.ts';
import { complaint, tryGit } from './git.ts';

export const stateName = '.evolve';

/** Where the user stands: the root that is evolved and the caller's folder in it. */
export interface Place {
  /** Absolute, without symbolic links. */
  readonly root: string;
  readonly kind: 'git' | 'folder';
  /** The caller's folder relative to the root: '' or 'pkg/a'. */
  readonly folder: string;
}

/** The git top level around `cwd`; without one, the nearest folder that has `.evolve`, else `cwd` itself. */
export async function findPlace(cwd: string): Promise<Place> {
  const here = await realpath(cwd).catch(() => {
    throw new UserError(`${cwd} does not exist: run evolve in an existing folder`);
  });
  const segments = here.split(sep);
  const inside = segments.indexOf(stateName);
  if (inside > 0) {
    const root = segments.slice(0, inside).join(sep) || sep;
    throw new UserError(`${here} is inside evolve's own state: run evolve in ${root}`);
  }
  const found = await tryGit(['rev-parse', '--is-bare-repository', '--is-inside-git-dir', '--show-toplevel'], {
    cwd: here,
    config: 'user',
  });
  const [bare, gitDir, ...rest] = found.stdout.toString('utf8').split('\n');
  if (bare === 'true') throw new UserError(`${here} is a bare repository: run evolve in a clone with a working tree`);
  if (gitDir === 'true') throw new UserError(`${here} is inside .git: run evolve in the working tree`);
  if (found.code === 0) {
    const root = await realpath(rest.join('\n').replace(/\n$/, ''));
    return { root, kind: 'git', folder: relative(root, here) };
  }
  if (!found.stderr.includes('not a git repository')) {
    throw new UserError(`git can't read ${here}: ${complaint(found.stderr)}: make 'git status' work there first`);
  }
  const root = parents(here).find((folder) => existsSync(join(folder, stateName))) ?? here;
  if (root === sep || root === homedir()) {
    throw new UserError(`${root} is no project folder: run evolve in the folder of the code that it shall change`);
  }
  return { root, kind: 'folder', folder: relative(root, here) };
}

function parents(folder: string): string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...parents(up)];
}

/** Globs as the caller wrote them, relative to the caller's folder or absolute → relative to the root. */
export function resolveGlobs(place: Place, globs: readonly string[]): readonly string[] {
  return globs.map((text) => {
    const negated = text.startsWith('!') && !text.startsWith('!(') && !existsSync(join(place.root, place.folder, text));
    const glob = negated ? text.slice(1) : text.replace(/^!(?!\()/, '\\!');
    const resolved = resolveGlob(place, glob);
    if (resolved === undefined) throw new UserError(`'${text}' is outside ${place.root}: name files inside it`);
    return negated ? `!${resolved}` : resolved;
  });
}

function resolveGlob(place: Place, glob: string): string | undefined {
  if (isAbsolute(glob)) {
    const path = posix.normalize(glob);
    const inRoot = path === place.root || path.startsWith(`${place.root}/`);
    return within(relative(place.root, inRoot ? path : physical(path)));
  }
  // The caller's folder is a literal part of the path, whatever characters it has.
  return within(posix.join(escapeGlob(place.folder), glob));
}

/** The path with symbolic links resolved in the part of it that exists. */
function physical(path: string): string {
  const existing = parents(path).find((folder) => existsSync(folder)) ?? sep;
  return join(realpathSync(existing), relative(existing, path));
}

function within(path: string): string | undefined {
  if (path === '..' || path.startsWith('..') || isAbsolute(path)) return undefined;
  const bare = path.replace(/\/+$/, '');
  return bare === '.' || bare === '' ? '**' : bare;
}
