import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { redactedBytes, redactor, type Secret } from './secrets.ts';

/** Larger files are read in pieces. */
const PIECE = 32 * 1024 * 1024;

/** Takes secrets out of the regular files of a folder. Links are not followed; a folder that is not there has no files. */
export function redactFiles(folder: string, secrets: readonly Secret[], piece = PIECE): void {
  if (secrets.length === 0 || lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) redactFiles(path, secrets, piece);
    if (!entry.isFile()) continue;
    if (lstatSync(path).size > piece) redactLarge(path, secrets, piece);
    else {
      const bytes = readFileSync(path);
      const clean = redactedBytes(bytes, secrets);
      if (clean !== bytes) writeFileSync(path, clean);
    }
  }
}

/** Through a file beside it: a secret may be shorter or longer than its name. */
function redactLarge(path: string, secrets: readonly Secret[], piece: number): void {
  const { push, end } = redactor(secrets);
  const buffer = Buffer.alloc(piece);
  const [from, to] = [openSync(path, 'r'), openSync(`${path}.clean`, 'w')];
  try {
    for (let read = readSync(from, buffer); read > 0; read = readSync(from, buffer))
      writeFileSync(to, push(buffer.subarray(0, read)));
    writeFileSync(to, end());
  } finally {
    closeSync(from);
    closeSync(to);
  }
  renameSync(`${path}.clean`, path);
}
