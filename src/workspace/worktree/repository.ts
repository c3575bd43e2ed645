import { copyFileSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';

/**
 * Makes `.git` in a folder that was checked out with an index: one commit on `main`, without history, remotes or hooks,
 * that borrows the objects of the private repository. Written by hand, which is faster than starting git.
 */
export async function makeOwnRepository(repository: Repository, root: string, index: string, of: Sha): Promise<void> {
  const { gitDir, format } = repository.state;
  const message = 'The code to start from';
  const { commit } = await repository.commit({ parents: [], onto: of, changes: new Map(), message });
  const own = join(root, '.git');
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(own, folder), { recursive: true });
  const files = {
    HEAD: 'ref: refs/heads/main',
    'refs/heads/main': commit,
    'objects/info/alternates': join(gitDir, 'objects'),
    config: configOf(format),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(own, path), `${text}\n`);
  // The same rules as when changes are collected: nothing is converted, installed packages are not source.
  for (const path of ['info/exclude', 'info/attributes']) copyFileSync(join(gitDir, path), join(own, path));
  copyFileSync(index, join(own, 'index'));
  // Git rereads files that are as new as their index: a copy that looked younger would hide an early edit.
  const { atime, mtime } = statSync(index);
  utimesSync(join(own, 'index'), atime, mtime);
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
