import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import { commitTree, quoted, storeObjects } from './commit.ts';
import { gitPath, usersGit, usersLine } from './git.ts';
import { isAgents } from './trunk.ts';
import type { TrunkWork } from './trunk-land.ts';

/** Commits that the user's repository does not have yet. */
export interface TrunkCommits {
  /** The work; where nothing was changed, the commit that was there before. */
  readonly work: Sha;
  readonly log: Sha;
  /** Of `log`. */
  readonly tree: Sha;
  /** What was there before, with all that changes but for `.agents/`, for files that are checked out. */
  readonly outside: Sha;
  /** Stores all of it there. What it answers takes it out again. */
  store(): Promise<() => void>;
}

/**
 * Makes the commit of the work and that of the ledger on top of another, with the user's identity and signature, and hands them to `use`.
 * Contract: until they are stored, nothing of the user's repository is written. The same work on the same commit gives the same commits,
 * unless they are signed.
 */
export async function withTrunkCommits<T>(
  repository: Repository,
  onto: { readonly commit: Sha; readonly tree: Sha },
  work: TrunkWork,
  use: (commits: TrunkCommits) => Promise<T>,
): Promise<T> {
  const { place, state } = repository;
  const folder = join(state.dir, 'tmp', `land-${randomUUID()}`);
  const objects = join(folder, 'objects');
  await mkdir(objects, { recursive: true });
  try {
    const real = await gitPath(place, 'objects');
    const env = {
      ...dated(work.at),
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(real),
    };
    await lend(repository, work.candidate.tree, onto.tree, env);
    const isHere = work.trunk.land === 'commit';
    const lines = isHere ? await outsideLines(repository, onto.tree, work) : [];
    const outside = await editedTree(repository, onto.tree, lines, env);
    const changed = work.candidate.tree !== onto.tree;
    const first = changed ? await commitTree(place, work.candidate.tree, onto.commit, work.message, env) : onto.commit;
    const log = await work.log({ work: first, start: onto.commit });
    const files: string[] = [];
    for (const [path, content] of log.files) {
      const sha = await usersLine(place, ['hash-object', '-w', '--stdin'], { env, input: content });
      files.push(`100644 ${sha}\t${path}\0`);
    }
    const tree = await editedTree(repository, work.candidate.tree, files, env);
    const second = await commitTree(place, tree, first, log.message, env);
    return await use({ work: first, log: second, tree, outside, store: async () => storeObjects(objects, real) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Env = Readonly<Record<string, string>>;

/** Copies what the user's repository lacks of a tree. */
async function lend({ place, state }: Repository, tree: Sha, known: Sha, env: Env): Promise<void> {
  const args = [`--git-dir=${state.gitDir}`, 'pack-objects', '--revs', '--stdout', '--quiet'];
  const pack = await git(args, { cwd: state.gitDir, config: 'none', input: `${tree}\n^${known}\n` });
  await usersLine(place, ['unpack-objects', '-q'], { env, input: pack });
}

async function outsideLines(repository: Repository, onto: Sha, work: TrunkWork): Promise<readonly string[]> {
  const zeros = '0'.repeat(onto.length);
  const changes = (await repository.changes(onto, work.candidate.tree)).filter(({ path }) => !isAgents(path));
  return changes.map(({ path, after }) => `${after?.mode ?? '0'} ${after?.sha ?? zeros}\t${path}\0`);
}

/** A tree with some lines changed, as `update-index --index-info` takes them. */
async function editedTree({ place }: Repository, tree: Sha, lines: readonly string[], env: Env): Promise<Sha> {
  if (lines.length === 0) return tree;
  await usersLine(place, ['read-tree', tree], { env });
  // What goes comes first: a folder can take the place of a file.
  const input = [...lines].sort((a, b) => Number(b.startsWith('0 ')) - Number(a.startsWith('0 '))).join('');
  await usersLine(place, ['update-index', '-z', '--index-info'], { env, input });
  // A partial clone does not have every file; those that are new were stored just now.
  return usersLine(place, ['write-tree', '--missing-ok'], { env });
}

/** When it was made, in the time zone of this machine, unless the user has said when. */
function dated(at: number): Env {
  const minutes = -new Date(at).getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const zone = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
  const date = `@${Math.floor(at / 1000)} ${zone}`;
  return Object.fromEntries(['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE'].map((name) => [name, process.env[name] ?? date]));
}

/** What a commit has at a path; undefined where it has no such file. */
export async function fileOf(repository: Repository, commit: Sha, path: string): Promise<Buffer | undefined> {
  const { code, stdout } = await usersGit(repository.place, ['cat-file', 'blob', `${commit}:${path}`]);
  return code === 0 ? stdout : undefined;
}
