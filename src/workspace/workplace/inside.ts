import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../lib/user-error.ts';

/**
 * The absolute path of what a caller names, without links.
 * Contract: throws UserError for what lies outside the root, also through links; and, to be written, for what is in `.git`.
 */
export function inside(root: string, cwd: string, path: string, how: 'read' | 'write'): string {
  if (path === '' || path.includes('\0')) throw new UserError('A path is empty or has a zero byte in it: name a file.');
  const real = realpathSync(root);
  const full = resolve(cwd, path);
  if (!isBelow(root, full) && !isBelow(real, full)) throw outside(path);
  const found = physical(full, path);
  if (!isBelow(real, found)) throw outside(path);
  const parts = relative(real, found).split(sep);
  if (how === 'write' && parts.some((part) => part.toLowerCase() === '.git'))
    throw new UserError(`${path} belongs to git: change it with git itself, by evolve exp bash`);
  return found;
}

/** With the links of the part that exists resolved. */
function physical(full: string, path: string): string {
  if (!exists(full)) {
    const up = dirname(full);
    return up === full ? full : join(physical(up, path), full.slice(up.length).replace(/^\/+/, ''));
  }
  try {
    return realpathSync(full);
  } catch {
    throw new UserError(`${path} is a link to nothing, or in a circle: delete it first with evolve exp bash`);
  }
}

/** Also false of what would lie in a file. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const isBelow = (root: string, path: string): boolean => path === root || path.startsWith(`${root}${sep}`);

const outside = (path: string): UserError =>
  new UserError(`${path} is outside the workspace: name a file in it, by a path relative to its folder`);
