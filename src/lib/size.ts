import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Size {
  readonly files: number;
  /** On the disk, folders included. */
  readonly bytes: number;
}

export const sumOf = (sizes: readonly Size[]): Size =>
  sizes.reduce((a, b) => ({ files: a.files + b.files, bytes: a.bytes + b.bytes }), { files: 0, bytes: 0 });

/** What a file or folder takes; what vanishes meanwhile takes nothing. */
export function sizeOf(path: string, skip: (path: string) => boolean = () => false): Size {
  const found = skip(path) ? undefined : lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { files: 0, bytes: 0 };
  const bytes = found.blocks * 512;
  if (!found.isDirectory()) return { files: 1, bytes };
  return sumOf([{ files: 0, bytes }, ...entriesOf(path).map((name) => sizeOf(join(path, name), skip))]);
}

/** A folder that its owner has locked is not looked into. */
function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
