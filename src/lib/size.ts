import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a file or folder takes on the disk, in bytes; what vanishes meanwhile takes none. */
export function sizeOf(path: string, skip: (path: string) => boolean = () => false): number {
  if (skip(path)) return 0;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  const own = found.blocks * 512;
  return found.isDirectory() ? entriesOf(path).reduce((sum, name) => sum + sizeOf(join(path, name), skip), own) : own;
}

function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
