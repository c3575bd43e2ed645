import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { complaint } from '../git.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import { gitPath, usersGit, usersLine } from './git.ts';
import type { Wanted } from './merge.ts';

/** A commit that the user's repository does not have yet. */
export interface Prepared {
  readonly commit: Sha;
  readonly tree: Sha;
  /** Stores it there. What it answers takes it out again. */
  store(): Promise<() => void>;
}

/**
 * Makes a commit on top of another, with the user's identity and signature, and hands it to `use`.
 * Contract: until it is stored, nothing of the user's repository is written: new objects are kept apart.
 */
export async function withCommit<T>(
  { place, state }: Repository,
  onto: Sha,
  changes: ReadonlyMap<string, Wanted>,
  message: string,
  use: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const folder = join(state.dir, 'tmp', `apply-${randomUUID()}`);
  const objects = join(folder, 'objects');
  await mkdir(objects, { recursive: true });
  try {
    const real = await gitPath(place, 'objects');
    const env = {
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(real),
    };
    await usersLine(place, ['read-tree', onto], { env });
    const zeros = '0'.repeat(onto.length);
    const lines: string[] = [];
    for (const [path, wanted] of changes) {
      const sha =
        wanted === null
          ? zeros
          : await usersLine(place, ['hash-object', '-w', '--stdin'], { env, input: wanted.content });
      lines.push(`${wanted === null ? '0' : wanted.mode} ${sha}\t${path}\0`);
    }
    // What goes comes first: a folder can take the place of a file.
    const input = lines.sort((a, b) => Number(b.startsWith('0 ')) - Number(a.startsWith('0 '))).join('');
    await usersLine(place, ['update-index', '-z', '--index-info'], { env, input });
    // A partial clone does not have every file; those that are new were stored just now.
    const tree = await usersLine(place, ['write-tree', '--missing-ok'], { env });
    const commit = await commitTree(place, tree, onto, message, env);
    return await use({ commit, tree, store: async () => storeObjects(objects, real) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With the user's identity, and their signature where they sign. No hook of theirs is asked. */
export async function commitTree(
  place: Repository['place'],
  tree: Sha,
  parent: Sha,
  message: string,
  env: Readonly<Record<string, string>>,
): Promise<Sha> {
  const signing = await usersGit(place, ['config', '--type=bool', 'commit.gpgSign']);
  const signed = signing.stdout.toString('latin1').trim() === 'true';
  const args = ['commit-tree', tree, '-p', parent, ...(signed ? ['-S'] : []), '-F', '-'];
  const made = await usersGit(place, args, { env, input: `${message}\n` });
  if (made.code === 0) return made.stdout.toString('latin1').trim();
  if (!signed) throw new Error(`git commit-tree ended with ${made.code}: ${made.stderr.trim()}`);
  throw new UserError(
    `Git can't sign the commit, as commit.gpgSign asks for (${complaint(made.stderr)}). Nothing was changed: make signing work, or turn it off with: git config commit.gpgSign false`,
  );
}

/** Refuses where git has no name to put under a commit. */
export async function needIdentity(place: Repository['place']): Promise<void> {
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    // A name that git guesses from the machine is not the user's.
    const { code } = await usersGit(place, ['-c', 'user.useConfigOnly=true', 'var', who]);
    if (code === 0) continue;
    throw new UserError(
      'Git does not know who you are, so nothing was committed. Tell it with: git config user.name "Your Name" and git config user.email you@example.com',
    );
  }
}

/** Copies loose objects into a repository, each whole or not at all. What it answers takes them out again. */
export function storeObjects(from: string, to: string): () => void {
  const stored: string[] = [];
  const made: string[] = [];
  const undo = () => {
    for (const path of stored.splice(0)) rmSync(path, { force: true });
    for (const folder of made.splice(0)) rmdirIfEmpty(folder);
  };
  try {
    for (const folder of readdirSync(from).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const target = join(to, folder);
      for (const name of readdirSync(join(from, folder))) {
        const path = join(target, name);
        if (existsSync(path)) continue;
        // A repository that a group shares says so by the mode of its folders.
        if (mkdirSync(target, { recursive: true }) !== undefined) {
          made.push(target);
          chmodSync(target, statSync(to).mode & 0o7777);
        }
        const temporary = join(target, `tmp_obj_${randomUUID()}`);
        writeFileSync(temporary, readFileSync(join(from, folder, name)), { mode: 0o444, flag: 'wx', flush: true });
        renameSync(temporary, path);
        stored.push(path);
      }
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

function rmdirIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another git has put something there.
  }
}

/** A list of paths is split at colons unless they are in quotes. */
export const quoted = (path: string): string => `"${path.replace(/["\\]/g, '\\$&')}"`;
