import { randomUUID } from 'node:crypto';
import { copyFile, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Executed } from '../lib/exec.ts';
import { git, tryGit } from './git.ts';
import type { Place } from './place.ts';
import type { State } from './state.ts';
import type { Sha } from './tree.ts';

export type Run = (args: readonly string[], input?: string) => Promise<Executed>;

/**
 * Runs git over the user's working tree with an index of our own and with new objects going to the private repository, so
 * that neither the user's index nor the user's objects are written.
 */
export async function withPrivateIndex<T>(
  place: Place,
  state: State,
  start: { readonly from: 'user' } | { readonly from: 'tree'; readonly tree: Sha },
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const index = join(state.dir, 'tmp', `index-${randomUUID()}`);
  const run = await runner(place, state, index);
  try {
    if (start.from === 'tree') await must(run, ['read-tree', start.tree]);
    else if (place.kind === 'git') await copyIndex(place, index);
    return await work(run);
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

async function runner(place: Place, state: State, index: string): Promise<Run> {
  const objects = join(state.gitDir, 'objects');
  if (place.kind === 'git') {
    const settings = await filtersOff(place);
    const env = { GIT_INDEX_FILE: index, GIT_OBJECT_DIRECTORY: objects };
    return (args, input = '') => tryGit(args, { cwd: place.root, config: 'user', env, settings, input });
  }
  const env = { GIT_INDEX_FILE: index, GIT_DIR: state.gitDir, GIT_WORK_TREE: place.root };
  return (args, input = '') => tryGit(args, { cwd: place.root, config: 'none', env, input });
}

export async function must(run: Run, args: readonly string[], input?: string): Promise<Buffer> {
  const { code, stdout, stderr } = await run(args, input);
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr.trim()}`);
  return stdout;
}

async function copyIndex(place: Place, index: string): Promise<void> {
  const path = await git(['rev-parse', '--git-path', 'index'], { cwd: place.root, config: 'user' });
  const source = resolve(place.root, path.toString('utf8').replace(/\n$/, ''));
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) return;
  await copyFile(source, index);
  // Git rereads files that are as new as their index: a copy that looked younger would hide such an edit.
  await utimes(index, found.atime, Math.floor(found.mtimeMs / 1000));
}

/** Settings that turn every filter driver off: a driver is a program, and git-lfs writes into the repository. */
export async function filtersOff(place: Pick<Place, 'root'>): Promise<readonly string[]> {
  const args = ['config', '--null', '--name-only', '--get-regexp', '^filter\\.'];
  const { stdout } = await tryGit(args, { cwd: place.root, config: 'user' });
  const keys = stdout
    .toString('utf8')
    .split('\0')
    .filter((key) => key !== '' && !key.includes('='));
  const drivers = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))));
  return [...drivers].flatMap((driver) => [
    `${driver}.clean=`,
    `${driver}.smudge=`,
    `${driver}.process=`,
    `${driver}.required=false`,
  ]);
}
