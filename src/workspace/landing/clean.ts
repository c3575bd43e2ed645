import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { complaint } from '../git.ts';
import type { Place } from '../place.ts';
import { gitPath, usersGit, usersLine } from './git.ts';

/** What git leaves in its folder while something is half done, and what to call it. */
const unfinished: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
];

/** Throws UserError while something of git's is half done. */
export async function refuseUnfinished(place: Place): Promise<void> {
  for (const [name, what] of unfinished) {
    if (exists(await gitPath(place, name)))
      throw new UserError(`${what} is in progress here: finish or abort it first.`);
  }
}

/** Tracked paths that differ from HEAD, in the index or in the working tree. */
export async function uncommitted(place: Place): Promise<readonly string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=no', '--ignore-submodules=dirty'];
  const { code, stdout, stderr } = await usersGit(place, args);
  if (code !== 0) throw new UserError(`git can't tell what has changed in ${place.root}: ${complaint(stderr)}`);
  return stdout
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));
}

/** Untracked files, folders and links that lie where new files go. */
export async function obstacles(place: Place, paths: readonly string[]): Promise<readonly string[]> {
  const tracked = new Set((await usersLine(place, ['ls-files', '-z'])).split('\0'));
  return paths.flatMap((path) => obstacle(place, path, tracked));
}

function obstacle(place: Place, path: string, tracked: ReadonlySet<string>): readonly string[] {
  if (tracked.has(path)) return [];
  const parts = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  const found = parts.find((part) => {
    const there = lstatSync(join(place.root, part), { throwIfNoEntry: false });
    return there !== undefined && !tracked.has(part) && (part === path || !there.isDirectory());
  });
  return found === undefined ? [] : [found];
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
