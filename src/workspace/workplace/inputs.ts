import { constants, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Input } from '../inputs.ts';
import { remove } from '../remove.ts';

// Copying more would be felt at every new workspace.
const MOST_FILES = 2_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Packages of npm lie this deep: @scope/name. */
const DEPTH = 2;

/**
 * Gives a workspace an input. A small one is copied; of a large one the upper folders are made anew and what is in them is
 * linked, so that adding or replacing a package there leaves the user's folder as it is.
 */
export async function placeInput({ path, at }: Input, root: string): Promise<void> {
  const from = realpathSync(path);
  const to = join(root, at);
  remove(to);
  mkdirSync(dirname(to), { recursive: true });
  if (isSmall(from)) {
    await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  } else link(from, to, DEPTH);
}

function isSmall(path: string): boolean {
  const open = [path];
  let [files, bytes] = [0, 0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = lstatSync(next);
    files += 1;
    bytes += found.isFile() ? found.size : 0;
    if (files > MOST_FILES || bytes > MOST_BYTES) return false;
    const folder = next;
    if (found.isDirectory()) for (const name of readdirSync(folder)) open.push(join(folder, name));
  }
  return true;
}

function link(from: string, to: string, depth: number): void {
  const found = lstatSync(from);
  // A relative link, as to a package of the same repository, leads to the workspace's own.
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (!found.isDirectory() || depth === 0) symlinkSync(from, to);
  else {
    mkdirSync(to);
    for (const name of readdirSync(from)) link(join(from, name), join(to, name), depth - 1);
  }
}
