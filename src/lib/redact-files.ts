import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactedBytes, type Secret } from './secrets.ts';

/** Larger files are data that nobody reads by eye. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Takes secrets out of the regular files of a folder. Links are not followed; a folder that is not there has no files. */
export function redactFiles(folder: string, secrets: readonly Secret[]): void {
  if (secrets.length === 0 || lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) redactFiles(path, secrets);
    if (!entry.isFile() || lstatSync(path).size > MOST_BYTES) continue;
    const bytes = readFileSync(path);
    const clean = redactedBytes(bytes, secrets);
    if (clean !== bytes) writeFileSync(path, clean);
  }
}
