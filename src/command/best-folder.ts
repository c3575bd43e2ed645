import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Sha } from '../domain/candidate.ts';
import type { Target } from '../domain/target.ts';
import { type Repository, remove } from '../workspace/workspace.ts';
import { runFolder } from './place.ts';

/** The winner as files, for people and for `git apply`, also after the run. */
export interface BestFolder {
  readonly folder: string;
  readonly patch: string;
  /** The target's code alone. */
  readonly target?: string;
}

export interface Winner {
  /** What it was made from. */
  readonly base: Sha;
  readonly commit: Sha;
  readonly diff: Buffer;
  readonly target?: { readonly of: Target; readonly code: string };
}

/** More are in the patch. */
const MOST_FILES = 100;

/**
 * Puts the winner into the folder `best` of its run: its change, the files that it changed under their own paths, and the
 * target's code.
 */
export async function writeBest(repository: Repository, run: string, winner: Winner): Promise<BestFolder> {
  const folder = join(runFolder(repository.state.dir, run), 'best');
  const patch = join(folder, 'best.patch');
  const target = winner.target === undefined ? undefined : join(folder, 'target', fileNameOf(winner.target.of));
  const written = { folder, patch, ...(target === undefined ? {} : { target }) };
  if (isThere(patch, winner.diff) && (target === undefined || existsSync(target))) return written;
  remove(folder);
  const files = await filesOf(repository, winner);
  for (const [path, bytes] of files) write(join(folder, 'files', path), bytes);
  if (target !== undefined && winner.target !== undefined) write(target, `${winner.target.code.replace(/\n$/, '')}\n`);
  // Last, for it says that the rest is there.
  write(patch, winner.diff);
  return written;
}

function isThere(patch: string, diff: Buffer): boolean {
  try {
    return readFileSync(patch).equals(diff);
  } catch {
    return false;
  }
}

async function filesOf(
  repository: Repository,
  { base, commit }: Winner,
): Promise<readonly (readonly [string, Buffer])[]> {
  const changes = await repository.changes(base, commit);
  const plain = changes.filter(
    ({ after }) => after !== undefined && after.mode !== '120000' && after.mode !== '160000',
  );
  const files: (readonly [string, Buffer])[] = [];
  for (const { path } of plain.slice(0, MOST_FILES)) {
    const bytes = await repository.read(commit, path);
    if (bytes !== undefined) files.push([path, bytes]);
  }
  return files;
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** `Result.merge` of `src/a.py` is `Result.merge.py`. */
function fileNameOf({ symbol, path }: Target): string {
  return `${symbol.replace(/[^\w.$-]+/g, '_').slice(0, 100)}${extname(path)}`;
}
