import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from '../place.ts';
import { removeEmpty } from './files.ts';
import { usersLine } from './git.ts';

/** A file of git's own, as it was. */
export interface Kept {
  readonly content: Buffer;
  readonly modified: Date;
}

export function keep(path: string): Kept | undefined {
  const content = read(path);
  return content === undefined ? undefined : { content, modified: lstatSync(path).mtime };
}

/** With its time: git trusts what an index says of a file only where the index is younger than the file. */
export function putBack(path: string, before: Kept | undefined): void {
  if (before === undefined) rmSync(path, { force: true });
  else if (read(path)?.equals(before.content) !== true) {
    writeFileSync(path, before.content);
    utimesSync(path, before.modified, before.modified);
  }
}

/** Brings files of the working tree back to what the index has. */
export async function putFilesBack(place: Place, paths: readonly string[]): Promise<void> {
  const tracked = new Set((await usersLine(place, ['ls-files', '-z'])).split('\0'));
  for (const path of paths.filter((one) => !tracked.has(one))) {
    rmSync(join(place.root, path), { force: true });
    removeEmpty(place.root, dirname(path));
  }
  const input = paths
    .filter((path) => tracked.has(path))
    .map((path) => `${path}\0`)
    .join('');
  await usersLine(place, ['checkout-index', '-f', '-z', '--stdin'], { input });
}

/** undefined where nothing is there. */
export function read(path: string): Buffer | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path);
}
