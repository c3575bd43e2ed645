import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import { named, type Wanted } from './merge.ts';

/** What has to be written so that the files of a folder that is no repository become a candidate's. */
export interface FilePlan {
  readonly changes: ReadonlyMap<string, Wanted>;
  readonly before: ReadonlyMap<string, Wanted>;
}

/** Throws UserError, with names, unless each file is as the base or already as the candidate has it. */
export async function planFiles(repository: Repository, base: Sha, candidate: Sha): Promise<FilePlan> {
  const { root } = repository.place;
  const changes = new Map<string, Wanted>();
  const before = new Map<string, Wanted>();
  const others: string[] = [];
  const all = await repository.changes(base, candidate);
  const going = new Set(all.filter(({ after }) => after === undefined).map(({ path }) => path));
  for (const change of all) {
    const { path } = change;
    const [old, young] = [await wantedOf(repository, change.before), await wantedOf(repository, change.after)];
    if (looksLike(root, path, young)) continue;
    if (!looksLike(root, path, old) || (young !== null && isBlocked(root, path, going))) others.push(path);
    changes.set(path, young);
    before.set(path, old);
  }
  if (others.length > 0)
    throw new UserError(
      `${named(others)} changed since the run started, and without git there is no way to join both: use --patch <file>.`,
    );
  return { changes, before };
}

/** Writes the files, each at once. Contract: when one can't be written, those before it are put back, and it throws. */
export function landFiles(root: string, { changes, before }: FilePlan): void {
  const done: string[] = [];
  try {
    // What goes comes first: a folder can take the place of a file.
    for (const [path, wanted] of [...changes].sort(([, a], [, b]) => Number(a !== null) - Number(b !== null))) {
      put(root, path, wanted);
      done.unshift(path);
    }
  } catch (error) {
    for (const path of done) put(root, path, before.get(path) ?? null);
    throw error;
  }
}

async function wantedOf(repository: Repository, version: { sha: Sha; mode: NonNullable<Wanted>['mode'] } | undefined) {
  return version === undefined ? null : { content: await repository.blob(version.sha), mode: version.mode };
}

/** Whether something that is no folder and stays lies where a folder of the path would be. Behind a link is somebody else's. */
function isBlocked(root: string, path: string, going: ReadonlySet<string> = new Set()): boolean {
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  return folders.some(
    (folder) => !going.has(folder) && lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() === false,
  );
}

/** Whether a path of a folder is as wanted; null: nothing is there. */
export function looksLike(root: string, path: string, wanted: Wanted): boolean {
  if (isBlocked(root, path)) return wanted === null;
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (wanted === null || found === undefined) return wanted === null && found === undefined;
  if (wanted.mode === '120000')
    return found.isSymbolicLink() && readlinkSync(join(root, path)) === wanted.content.toString('utf8');
  if (!found.isFile() || (found.mode & 0o100) !== (wanted.mode === '100755' ? 0o100 : 0)) return false;
  return readFileSync(join(root, path)).equals(wanted.content);
}

/** Writes one file at once, or takes it away; its folders come and go with it. */
export function put(root: string, path: string, wanted: Wanted): void {
  const target = join(root, path);
  const found = isBlocked(root, path) ? undefined : lstatSync(target, { throwIfNoEntry: false });
  if (wanted === null) {
    rmSync(target, { force: true });
    removeEmpty(root, dirname(path));
    return;
  }
  const temporary = join(dirname(target), `.evolve-${randomUUID()}`);
  try {
    mkdirSync(dirname(target), { recursive: true });
    if (wanted.mode === '120000') symlinkSync(wanted.content.toString('utf8'), temporary);
    else {
      writeFileSync(temporary, wanted.content, { flag: 'wx', flush: true });
      const kept = found?.isFile() === true ? found.mode & 0o7777 : lstatSync(temporary).mode & 0o7777;
      chmodSync(temporary, wanted.mode === '100755' ? kept | ((kept & 0o444) >> 2) : kept & ~0o111);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (!isBlocked(root, path)) rmSync(temporary, { force: true });
    removeEmpty(root, dirname(path));
    throw error;
  }
}

/** As git does: a folder goes with its last file. */
export function removeEmpty(root: string, folder: string): void {
  for (let at = folder; at !== '.' && at !== ''; at = dirname(at)) {
    try {
      rmdirSync(join(root, at));
    } catch {
      return;
    }
  }
}
