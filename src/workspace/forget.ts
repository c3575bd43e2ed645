import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from '../lib/lock.ts';
import { git } from './git.ts';
import type { State } from './state.ts';
import { dropPack, looseObjects, pack, packNames } from './tidy.ts';
import type { Sha } from './tree.ts';

/**
 * Deletes the objects of the private repository that no kept commit or tree needs, and packs the others.
 * Contract: nobody may write candidates meanwhile. An object is deleted only after the pack that holds what stays is complete, so a
 * kill leaves at most too much. False: another process has the objects in hand, and nothing was deleted.
 */
export async function forgetObjects({ gitDir, format }: State, keep: Iterable<Sha>): Promise<boolean> {
  const lock = tryLock(join(gitDir, 'tidy.lock'));
  if (lock === undefined) return false;
  try {
    const objects = join(gitDir, 'objects');
    const needed = await reachable(gitDir, [...keep]);
    const [loose, packs] = [await looseObjects(objects), await packNames(objects)];
    const own = new Set(loose.map(({ sha }) => sha));
    for (const name of packs) {
      const index = await readFile(join(objects, 'pack', `${name}.idx`));
      const lines = await git(['show-index', `--object-format=${format}`], {
        cwd: gitDir,
        config: 'none',
        input: index,
      });
      for (const line of lines.toString('latin1').split('\n')) own.add(line.split(' ')[1] ?? '');
    }
    own.delete('');
    const staying = [...own].filter((sha) => needed.has(sha));
    if (staying.length === own.size) return true;
    const kept = staying.length === 0 ? undefined : await pack(gitDir, [], staying);
    for (const { path } of loose) await rm(path, { force: true });
    for (const name of packs.filter((old) => old !== kept)) await dropPack(objects, name);
    return true;
  } finally {
    lock.release();
  }
}

/** All that some commits and trees are made of. What is missing already can't be kept. */
async function reachable(gitDir: string, commits: readonly Sha[]): Promise<ReadonlySet<Sha>> {
  if (commits.length === 0) return new Set();
  const options = ['--objects', '--no-object-names', '--missing=allow-any', '--ignore-missing', '--stdin'];
  const args = [`--git-dir=${gitDir}`, 'rev-list', ...options];
  const output = await git(args, { cwd: gitDir, config: 'none', input: `${commits.join('\n')}\n` });
  return new Set(output.toString('latin1').split('\n'));
}
