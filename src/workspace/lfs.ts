import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { glob } from '../lib/glob.ts';
import type { Entry, Sha } from './tree.ts';

/** What a repository holds in place of a file whose content is kept by git-lfs. */
export interface Pointer {
  readonly oid: string;
  readonly size: number;
}

// The specification's own limit.
const pointerBytes = 1024;

export function parsePointer(content: Buffer): Pointer | undefined {
  if (content.length > pointerBytes) return undefined;
  const text = content.toString('utf8');
  if (!text.startsWith('version https://git-lfs.github.com/spec/') && !text.startsWith('version https://hawser'))
    return undefined;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d+)$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

/** Whether a file is the content that the pointer stands for. */
export async function isContentOf(path: string, pointer: Pointer): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size !== pointer.size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex') === pointer.oid;
}

/** Whether a file of the working tree is there with its content, not as the pointer itself. */
async function isFetched(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pointerBytes + 1), 0, pointerBytes + 1, 0);
    return parsePointer(buffer.subarray(0, bytesRead)) === undefined;
  } finally {
    await file.close();
  }
}

/** The files of a tree that are pointers, where the user's folder has their content. */
export async function lfsPaths(
  root: string,
  entries: readonly Entry[],
  blob: (sha: Sha) => Promise<Buffer>,
): Promise<readonly string[]> {
  const matchers: ((path: string) => boolean)[] = [];
  for (const { path, sha } of entries.filter(({ path }) => posix.basename(path) === '.gitattributes')) {
    const folder = path.slice(0, -'.gitattributes'.length);
    for (const pattern of lfsPatterns((await blob(sha)).toString('utf8')))
      matchers.push(attributeMatcher(folder, pattern));
  }
  const paths: string[] = [];
  for (const { path, mode, sha } of entries) {
    if (mode === '160000' || mode === '120000' || !matchers.some((matches) => matches(path))) continue;
    if (parsePointer(await blob(sha)) !== undefined && (await isFetched(join(root, path)))) paths.push(path);
  }
  return paths;
}

function lfsPatterns(attributes: string): readonly string[] {
  return attributes.split('\n').flatMap((line) => {
    const [pattern, ...words] = line.trim().split(/\s+/);
    return pattern !== undefined && !pattern.startsWith('#') && words.includes('filter=lfs') ? [pattern] : [];
  });
}

/** A pattern without a slash is about names at any depth. */
function attributeMatcher(folder: string, pattern: string): (path: string) => boolean {
  const matches = glob(pattern.replace(/^\//, ''));
  const byName = !pattern.includes('/');
  return (path) => path.startsWith(folder) && matches(byName ? posix.basename(path) : path.slice(folder.length));
}
