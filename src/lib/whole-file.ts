import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file and the folders it lies in. Contract: it is there as a whole or as it was before, whoever else writes it;
 * nothing is written through a link that somebody has put in its place.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  written(path, (draft) => writeFileSync(draft, content, { flag: 'wx' }));
}

/** As `writeWhole`, and what is there has reached the disk: a machine that loses its power does not lose it. */
export function writeDurable(path: string, content: string | Uint8Array): void {
  written(path, (draft) => {
    const file = openSync(draft, 'wx');
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

/** As `writeWhole`, but only where there is no such file yet; whether it was written. */
export function writeNew(path: string, content: string | Uint8Array): boolean {
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  try {
    writeFileSync(draft, content, { flag: 'wx' });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function written(path: string, write: (draft: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  try {
    write(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
