import { copyFileSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../git.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';

/**
 * Makes `.git` in a folder that was checked out with an index: one commit on `main`, without history, remotes or hooks,
 * that borrows the objects of the private repository. Written by hand, which is faster than starting git. One that is apart
 * borrows nothing: whoever reads it finds no other version, and nothing else of the user's. Gives the commit.
 */
export async function makeOwnRepository(
  repository: Repository,
  root: string,
  index: string,
  { of, apart }: { readonly of: Sha; readonly apart: boolean },
): Promise<Sha> {
  const { gitDir, format } = repository.state;
  const message = 'The code to start from';
  const { commit } = await repository.commit({ parents: [], onto: of, changes: new Map(), message });
  const own = join(root, '.git');
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(own, folder), { recursive: true });
  const files = {
    HEAD: 'ref: refs/heads/main',
    'refs/heads/main': commit,
    config: configOf(format),
    ...(apart ? {} : { 'objects/info/alternates': join(gitDir, 'objects') }),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(own, path), `${text}\n`);
  if (apart) {
    const pack = ['pack-objects', '--revs', '-q', '--window=0', '--compression=1', join(own, 'objects/pack/pack')];
    await git(pack, { cwd: root, config: 'none', env: { GIT_DIR: gitDir }, input: `${commit}\n` });
  }
  // The same rules as when changes are collected: nothing is converted, installed packages are not source.
  for (const path of ['info/exclude', 'info/attributes']) copyFileSync(join(gitDir, path), join(own, path));
  copyFileSync(index, join(own, 'index'));
  // Git rereads files that are as new as their index: a copy that looked younger would hide an early edit.
  const { atime, mtime } = statSync(index);
  utimesSync(join(own, 'index'), atime, mtime);
  return commit;
}

function configOf(format: 'sha1' | 'sha256'): string {
  const sections: Readonly<Record<string, readonly string[]>> = {
    core: [
      `repositoryformatversion = ${format === 'sha256' ? 1 : 0}`,
      'filemode = true',
      'bare = false',
      'logallrefupdates = true',
      'hooksPath = /dev/null',
    ],
    user: ['name = evolve', 'email = evolve@localhost'],
    commit: ['gpgSign = false'],
    gc: ['auto = 0'],
    ...(format === 'sha256' ? { extensions: ['objectformat = sha256'] } : {}),
  };
  return Object.entries(sections)
    .map(([name, lines]) => [`[${name}]`, ...lines.map((line) => `\t${line}`)].join('\n'))
    .join('\n');
}
