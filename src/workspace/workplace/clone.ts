import { lstatSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { complaint, git, tryGit } from '../git.ts';
import { objectId } from '../object-writer.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import type { Before, KeptSlot } from './kept.ts';
import type { Slot } from './slots.ts';

const run = (slot: Slot, args: readonly string[], input?: Buffer) =>
  tryGit(args, { cwd: slot.root, config: 'user', ...(input && { input }) });

async function must(slot: Slot, args: readonly string[], input?: Buffer): Promise<string> {
  const { code, stdout, stderr } = await run(slot, args, input);
  if (code !== 0) throw new UserError(`git can't ${args[0]} in the slot ${slot.root}: ${complaint(stderr)}`);
  return stdout.toString('utf8');
}

const pathsIn = (output: string): readonly string[] => output.split('\0').filter((path) => path !== '');

/** Where HEAD is; undefined before the first commit. */
export async function headIn(slot: Slot): Promise<Before | undefined> {
  const { code, stdout } = await run(slot, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
  if (code !== 0) return undefined;
  const ref = (await run(slot, ['symbolic-ref', '-q', 'HEAD'])).stdout.toString('utf8').trim();
  return { commit: stdout.toString('latin1').trim(), ...(ref === '' ? {} : { ref }) };
}

/** Tracked files that differ from HEAD. */
export async function tracked(slot: Slot): Promise<readonly string[]> {
  const options = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=no', '--ignore-submodules=untracked'];
  return pathsIn(await must(slot, ['status', ...options])).map((line) => line.slice(3));
}

/** Files that are neither tracked nor ignored. */
export async function untracked(slot: Slot): Promise<readonly string[]> {
  return pathsIn(await must(slot, ['ls-files', '-z', '--others', '--exclude-standard']));
}

/** Files that git does not track, and that a tree has with other content. Those with the same content make way. */
export async function inTheWay(repository: Repository, slot: Slot, tree: Sha): Promise<readonly string[]> {
  const known = new Set(pathsIn(await must(slot, ['ls-files', '-z', '--cached'])));
  const blocking: string[] = [];
  for (const { path, sha } of await repository.files(tree)) {
    if (known.has(path)) continue;
    const file = join(slot.root, path);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (found.isFile() && objectId(repository.state.format, 'blob', readFileSync(file)) === sha) unlinkSync(file);
    else blocking.push(path);
  }
  return blocking;
}

/** Copies a commit with all that the clone lacks of it, and checks it out with HEAD detached. */
export async function bringIn(
  repository: Repository,
  slot: Slot,
  commit: Sha,
  { from, again, head }: { readonly from: Sha; readonly again: boolean; readonly head?: Sha | undefined },
): Promise<void> {
  // What a killed git has left would keep every other away.
  if (again) rmSync(join(slot.gitDir, 'index.lock'), { force: true });
  const { gitDir } = repository.state;
  const shared = (await Promise.all([from, ...(head === undefined ? [] : [head])].map(inBoth))).flat();
  const wanted = [commit, ...shared.map((sha) => `^${sha}`)];
  const args = ['pack-objects', '--revs', '--stdout', '-q', '--window=0', '--compression=1'];
  const pack = await git(args, {
    cwd: gitDir,
    config: 'none',
    env: { GIT_DIR: gitDir },
    input: `${wanted.join('\n')}\n`,
  });
  await must(slot, ['unpack-objects', '-q'], pack);
  await must(slot, ['checkout', '-q', '--detach', ...(again ? ['--force'] : []), commit]);

  async function inBoth(sha: Sha): Promise<readonly Sha[]> {
    const asked = ['cat-file', '-e', `${sha}^{commit}`];
    const there = await run(slot, asked);
    const here = await tryGit(asked, { cwd: gitDir, config: 'none', env: { GIT_DIR: gitDir } });
    return there.code === 0 && here.code === 0 ? [sha] : [];
  }
}

/**
 * Tracked files become what they were, and HEAD is where it was. A branch that somebody has moved meanwhile stays where it
 * is, with HEAD detached. New files go where their content is kept in a version.
 */
export async function putBack(repository: Repository, slot: Slot, { before, made = {} }: KeptSlot): Promise<void> {
  rmSync(join(slot.gitDir, 'index.lock'), { force: true });
  // Detached first, so that the reset moves no branch.
  await must(slot, ['update-ref', '--no-deref', 'HEAD', before.commit]);
  await must(slot, ['reset', '-q', '--hard', before.commit]);
  if (before.ref !== undefined) {
    const { stdout } = await run(slot, ['rev-parse', '--verify', '-q', before.ref]);
    if (stdout.toString('latin1').trim() === before.commit) await must(slot, ['symbolic-ref', 'HEAD', before.ref]);
  }
  const known = new Set(pathsIn(await must(slot, ['ls-files', '-z', '--cached'])));
  for (const [path, sha] of Object.entries(made)) {
    const file = join(slot.root, path);
    if (known.has(path) || lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
    if (objectId(repository.state.format, 'blob', readFileSync(file)) === sha) unlinkSync(file);
  }
}
