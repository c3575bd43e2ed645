import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';
import type { Format, Sha } from './tree.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

// Larger contents are compressed off the main thread, which has benchmarks to time.
const smallBytes = 128 * 1024;
const fast = { level: constants.Z_BEST_SPEED };
const deflateLater = promisify<Buffer, { level: number }, Buffer>(deflate);

export function objectId(format: Format, type: ObjectType, content: Buffer): Sha {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest('hex');
}

/**
 * Stores an object as a loose file, without git.
 * Contract: an object is there in full or not at all, also when the process is killed; what another repository lends is
 * stored again, because the lender may drop it.
 */
export async function writeObject(objects: string, format: Format, type: ObjectType, content: Buffer): Promise<Sha> {
  const sha = objectId(format, type, content);
  const folder = join(objects, sha.slice(0, 2));
  const path = join(folder, sha.slice(2));
  // A power cut can leave an empty file behind a rename.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return sha;
  const plain = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const packed = plain.length <= smallBytes ? deflateSync(plain, fast) : await deflateLater(plain, fast);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `tmp_obj_${randomUUID()}`);
  try {
    writeFileSync(temporary, packed, { mode: 0o444, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return sha;
}
