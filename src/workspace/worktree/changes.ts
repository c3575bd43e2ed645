import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Refused } from '../../domain/candidate.ts';
import { exec } from '../../lib/exec.ts';
import { git } from '../git.ts';
import type { Input } from '../inputs.ts';
import { objectId } from '../object-writer.ts';
import { judge } from '../overlay.ts';
import { filtersOff } from '../private-index.ts';
import { remove } from '../remove.ts';
import type { Repository } from '../repository.ts';
import type { Scope } from '../scope.ts';
import { listing, type Mode, type Sha, unreadable } from '../tree.ts';

export interface Collected {
  /** By path; null is a deletion. */
  readonly changes: ReadonlyMap<string, Buffer | null>;
  /** Of new files and where they differ from the parent's. */
  readonly modes: ReadonlyMap<string, Mode>;
  readonly refused: readonly Refused[];
}

export interface Working {
  readonly root: string;
  /** Of the first parent, as it was checked out; out of reach of whoever worked here. */
  readonly index: string;
  readonly parent: Sha;
  readonly scope: Scope;
  readonly inputs: readonly Input[];
  /** In a clone of the user's: its own git says what is ignored, and repositories in it stay as they are. */
  readonly clone?: { readonly gitDir: string; leaves(path: string): boolean };
}

/** No source file is so large, and each is kept in memory and stored. */
export const MOST_BYTES = 32 * 1024 * 1024;
/** An author who litters says so often enough. */
const MOST_REFUSED = 30;

/**
 * What the files on disk have become, against the first parent. What .gitignore names and git does not hold is left out
 * without a word.
 */
export async function collect(repository: Repository, working: Working): Promise<Collected> {
  const { root, scope } = working;
  const parents = listing(await repository.files(working.parent));
  const rules = { scope, inputs: working.inputs };
  const changes = new Map<string, Buffer | null>();
  const modes = new Map<string, Mode>();
  const refused: Refused[] = [];
  for (const path of await touched(repository, working)) {
    if (working.inputs.some(({ at }) => path === at || path.startsWith(`${at}/`))) continue;
    if (working.clone?.leaves(path)) continue;
    const before = parents.files.get(path);
    // What may not change need not be read.
    const readable = scope.has(path) && !path.includes(unreadable);
    const found = readable ? contentAt(root, path) : undefined;
    if (found?.kind === 'unfit') {
      refused.push({ path, reason: found.reason });
      continue;
    }
    if (readable && before === undefined && found === undefined) continue;
    const after = found && { mode: found.mode, sha: objectId(repository.state.format, 'blob', found.content) };
    const verdict = judge(rules, { path, ...(before && { before }), ...(after && { after }) });
    if (verdict.reason !== undefined) refused.push({ path, reason: verdict.reason });
    if (verdict.change === undefined) continue;
    changes.set(path, found?.content ?? null);
    const mode = verdict.change.after?.mode;
    if (mode !== undefined && mode !== before?.mode) modes.set(path, mode);
  }
  for (const path of blocked(changes, parents.files)) {
    changes.delete(path);
    refused.push({ path, reason: 'a protected file is in its way' });
  }
  return { changes, modes, refused: bounded(refused) };
}

const TOUCHED = ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard'];

/** Paths that differ from the index or are not in it, as git sees them; nested repositories are opened up. */
async function touched(repository: Repository, { root, index, clone }: Working): Promise<readonly string[]> {
  if (clone !== undefined) {
    const own = { GIT_DIR: clone.gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: index };
    const settings = await filtersOff({ root });
    const listed = await git(TOUCHED, { cwd: root, config: 'user', env: own, settings });
    return [...new Set(listed.toString('utf8').split('\0'))]
      .filter((path) => path !== '' && !path.endsWith('/'))
      .sort();
  }
  mkdirSync(root, { recursive: true });
  // Folders that their owner may not enter would look empty.
  await exec('find', [root, '-type', 'd', '!', '-perm', '-700', '-exec', 'chmod', 'u+rwx', '{}', ';']);
  const env = { GIT_DIR: repository.state.gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: index };
  for (;;) {
    const listed = (await git(TOUCHED, { cwd: root, config: 'none', env })).toString('utf8').split('\0');
    const paths = [...new Set(listed.filter((path) => path !== ''))].sort();
    const nested = paths.filter((path) => path.endsWith('/') && exists(join(root, path, '.git')));
    if (nested.length === 0) return paths.map((path) => path.replace(/\/$/, ''));
    for (const path of nested) remove(join(root, path, '.git'));
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

type Found =
  | { readonly kind: 'file'; readonly mode: Mode; readonly content: Buffer }
  | { readonly kind: 'unfit'; readonly reason: string };

/** undefined where there is nothing, or where a link stands in for a folder on the way. */
function contentAt(root: string, path: string): Found | undefined {
  const parts = path.split('/');
  const folders = parts.slice(0, -1).map((_, index) => join(root, ...parts.slice(0, index + 1)));
  if (!folders.every((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())) return undefined;
  const file = join(root, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return undefined;
  if (found.isSymbolicLink())
    return { kind: 'file', mode: '120000', content: readlinkSync(file, { encoding: 'buffer' }) };
  if (!found.isFile()) return { kind: 'unfit', reason: 'neither a file nor a folder' };
  if (found.size > MOST_BYTES) return { kind: 'unfit', reason: `larger than ${MOST_BYTES / 1024 / 1024} MB` };
  try {
    if ((found.mode & 0o400) === 0) chmodSync(file, found.mode | 0o400);
    const content = read(file);
    return { kind: 'file', mode: (found.mode & 0o100) === 0 ? '100644' : '100755', content };
  } catch (error) {
    return { kind: 'unfit', reason: `can't be read (${error instanceof Error ? error.message : error})` };
  }
}

/** A file that became a link or a pipe a moment ago is not followed or waited for. */
function read(file: string): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** New files whose place is taken by a file that stays, as a folder or above them. */
export function blocked(
  changes: ReadonlyMap<string, Buffer | null>,
  files: ReadonlyMap<string, unknown>,
): readonly string[] {
  const fresh = [...changes].filter(([path, content]) => content !== null && !files.has(path)).map(([path]) => path);
  if (fresh.length === 0) return [];
  const staying = listing([...files.keys()].filter((path) => changes.get(path) !== null).map(entry));
  return fresh.filter((path) => {
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
    return staying.folders.has(path) || above.some((folder) => staying.files.has(folder));
  });
}

const entry = (path: string) => ({ path, mode: '100644' as const, sha: '' });

export function bounded(refused: readonly Refused[]): readonly Refused[] {
  if (refused.length <= MOST_REFUSED) return refused;
  const more = refused.length - MOST_REFUSED;
  return [...refused.slice(0, MOST_REFUSED), { path: '…', reason: `and ${more} more` }];
}
