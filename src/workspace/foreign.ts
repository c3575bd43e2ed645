import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, tryGit } from './git.ts';
import type { State } from './state.ts';
import type { Sha } from './tree.ts';

/** A commit of a repository that is not ours. */
interface Foreign {
  readonly commit: Sha;
  readonly tree: Sha;
}

/** The commits that these names stand for in the repository around a folder; those that are gone are left out. */
export async function findCommits(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, Foreign>> {
  const asked = names.filter((name) => /^[\w./^-]+$/.test(name));
  const input = asked.flatMap((name) => [`${name}^{commit}`, `${name}^{tree}`]).join('\n');
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)'];
  const { code, stdout } = await tryGit(args, { cwd: folder, config: 'user', input: `${input}\n` });
  if (code !== 0) return new Map();
  const lines = stdout.toString('latin1').split('\n');
  const found = asked.flatMap((name, index): readonly (readonly [string, Foreign])[] => {
    const [commit, tree] = [lines[2 * index], lines[2 * index + 1]].map((line = '') => line.split(' '));
    if (commit?.[1] !== 'commit' || tree?.[1] !== 'tree') return [];
    return [[name, { commit: commit[0] ?? '', tree: tree[0] ?? '' }]];
  });
  return new Map(found);
}

/**
 * Copies all that some trees of the repository around a folder are made of into the private one, but for what `without` has: what
 * has no ref there is safe here. Throws where part of them is missing.
 */
export async function takeTrees(state: State, folder: string, trees: readonly Sha[], without?: Sha): Promise<void> {
  if (trees.length === 0) return;
  const not = without === undefined ? [] : [`^${without}`];
  const options = ['--objects', '--no-object-names', '--ignore-missing', '--stdin'];
  const objects = await git(['rev-list', ...options], {
    cwd: folder,
    config: 'user',
    input: `${[...trees, ...not].join('\n')}\n`,
  });
  if (objects.length === 0) return;
  const packed = await git(['pack-objects', '--stdout', '--quiet'], { cwd: folder, config: 'user', input: objects });
  const args = [`--git-dir=${state.gitDir}`, 'index-pack', '--stdin', '--fix-thin'];
  await git(args, { cwd: state.gitDir, config: 'none', input: packed });
}

/** The tree that a patch makes of another; undefined where it does not fit. */
export async function patchedTree(state: State, tree: Sha, patch: Buffer): Promise<Sha | undefined> {
  const index = join(state.dir, 'tmp', `index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index, GIT_DIR: state.gitDir };
  const options = { cwd: state.gitDir, config: 'none' as const, env };
  try {
    await git(['read-tree', tree], options);
    const applied = await tryGit(['apply', '--cached', '--whitespace=nowarn', '-'], { ...options, input: patch });
    if (applied.code !== 0) return undefined;
    return (await git(['write-tree'], options)).toString('latin1').trim();
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}
