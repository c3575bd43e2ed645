import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Deletes whatever is at a path.
 * Contract: never follows a symbolic link; files and folders that their owner may not touch go too.
 */
export function remove(path: string): void {
  try {
    unlocked(dirname(path), () => removeBytes(Buffer.from(path)));
  } catch (error) {
    if (codeOf(error) !== 'ENAMETOOLONG') throw error;
    // Folders nested deeper than a path can say; these programs descend step by step.
    execFileSync('chmod', ['-R', 'u+rwx', '--', path], { stdio: 'ignore' });
    execFileSync('rm', ['-rf', '--', path], { stdio: 'ignore' });
  }
}

/** Deletes what lies in a folder under names that are no UTF-8. */
export function removeUnreadable(folder: string): void {
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    if (Buffer.compare(Buffer.from(name.toString('utf8')), name) !== 0) {
      unlocked(folder, () => removeBytes(below(Buffer.from(folder), name)));
    }
  }
}

// Bytes, because a candidate may make names that are no UTF-8.
function removeBytes(path: Buffer): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    unlinkSync(path);
    return;
  }
  if ((found.mode & 0o700) !== 0o700) chmodSync(path, 0o700);
  for (const name of readdirSync(path, { encoding: 'buffer' })) removeBytes(below(path, name));
  rmdirSync(path);
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}

/** Does some work in a folder, which is made writable for that time if it is not. */
export function unlocked<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    const { mode } = lstatSync(folder);
    if ((mode & 0o700) === 0o700) throw error;
    chmodSync(folder, (mode & 0o7777) | 0o700);
    try {
      return work();
    } finally {
      chmodSync(folder, mode & 0o7777);
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
