import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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

/** A file or link of the working tree, as it was. */
interface KeptFile {
  readonly path: string;
  /** null: nothing was there, or a folder. */
  readonly before: { readonly content: Buffer; readonly mode: number; readonly link: boolean } | null;
}

/**
 * What puts files back byte for byte. Not by git: a filter that has failed on the way there fails on the way back as well.
 * Contract: files that are as they were are left alone.
 */
export function keepFiles(root: string, paths: readonly string[]): () => void {
  const kept = paths.map((path): KeptFile => ({ path, before: fileAt(join(root, path)) }));
  return () => {
    // What goes comes first: a file can take the place of a folder.
    for (const { path, before } of kept) {
      if (before !== null || fileAt(join(root, path)) === null) continue;
      rmSync(join(root, path), { force: true });
      removeEmpty(root, dirname(path));
    }
    for (const { path, before } of kept) {
      if (before !== null) putFile(root, path, before);
    }
  };
}

function fileAt(path: string): KeptFile['before'] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return null;
  const link = found.isSymbolicLink();
  return { content: link ? Buffer.from(readlinkSync(path)) : readFileSync(path), mode: found.mode & 0o7777, link };
}

function putFile(root: string, path: string, before: NonNullable<KeptFile['before']>): void {
  const now = fileAt(join(root, path));
  if (now?.link === before.link && now.mode === before.mode && now.content.equals(before.content)) return;
  rmSync(join(root, path), { force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  if (before.link) symlinkSync(before.content.toString('utf8'), join(root, path));
  else {
    writeFileSync(join(root, path), before.content);
    chmodSync(join(root, path), before.mode);
  }
}

/** undefined where nothing is there. */
export function read(path: string): Buffer | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path);
}
