import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { complaint, tryGit } from '../git.ts';
import type { Format } from '../tree.ts';

/** A clone that the user has prepared. */
export interface Slot {
  /** Absolute, without links. */
  readonly root: string;
  readonly gitDir: string;
}

/** Throws UserError for what can't be a pool beside this repository. */
export async function checkSlots(main: string, format: Format, slots: readonly string[]): Promise<readonly Slot[]> {
  if (slots.length === 0) throw new UserError('The pool is empty: name prepared clones with --pool PATH...');
  const roots = slots.map((slot) => rootOf(slot));
  for (const [index, root] of roots.entries()) {
    const named = slots[index] ?? root;
    if (root === main || isIn(main, root) || isIn(root, main))
      throw new UserError(
        `${named} is this repository, inside it or around it: a slot is a clone of its own elsewhere`,
      );
    const other = roots.findIndex((one, at) => at !== index && (one === root || isIn(one, root)));
    if (other >= 0)
      throw new UserError(
        `The slots ${slots[other]} and ${named} are the same or one in the other: name each clone once`,
      );
  }
  return Promise.all(roots.map((root) => slotAt(root, format)));
}

function rootOf(path: string): string {
  if (!isAbsolute(path)) throw new UserError(`The slot ${path} is no absolute path: name it from / on`);
  if (/[\n\r]/.test(path)) throw new UserError(`A slot's path has a line break in it: rename the folder`);
  try {
    const root = realpathSync(path);
    if (lstatSync(root).isDirectory()) return root;
  } catch {
    // Said below.
  }
  throw new UserError(`The slot ${path} is no folder: make it with git clone, or take it out of the pool`);
}

const isIn = (outer: string, path: string): boolean => path.startsWith(`${outer}${sep}`);

async function slotAt(root: string, format: Format): Promise<Slot> {
  const args = ['rev-parse', '--show-object-format', '--is-bare-repository', '--show-toplevel'];
  const { code, stdout, stderr } = await tryGit(args, { cwd: root, config: 'user' });
  const [found, bare, ...top] = stdout.toString('utf8').split('\n');
  if (code !== 0)
    throw new UserError(`The slot ${root} is no git clone (${complaint(stderr)}): make it with git clone`);
  if (bare === 'true' || top.join('\n').replace(/\n$/, '') !== root)
    throw new UserError(`The slot ${root} is not the root of a clone with a working tree: name that`);
  if (found !== format)
    throw new UserError(`The slot ${root} has ${found} objects, and this repository ${format}: clone it anew`);
  const gitDir = join(root, '.git');
  // Branches, settings and the stash of a linked working tree are those of the repository that it is linked to.
  if (!lstatSync(gitDir).isDirectory())
    throw new UserError(`The slot ${root} is linked to another repository (git worktree): make a clone with git clone`);
  return { root, gitDir };
}
