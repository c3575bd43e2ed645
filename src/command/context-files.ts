import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../code/code.ts';
import type { Repository } from '../workspace/workspace.ts';
import { STATE } from './place.ts';

/** Larger files are not read: they are generated. */
const LARGEST = 4_000_000;

/** The files of a folder as they are. What is not there, or no text that can be read, is absent. */
export const folderFiles = (root: string): Files => ({
  async read(path) {
    const file = join(root, path);
    try {
      const found = await stat(file);
      return found.isFile() && found.size <= LARGEST ? await readFile(file, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  },
  async list(folder) {
    try {
      const entries = await readdir(join(root, folder), { withFileTypes: true });
      const before = folder === '' ? '' : `${folder}/`;
      return entries.filter((entry) => !entry.isDirectory()).map((entry) => before + entry.name);
    } catch {
      return [];
    }
  },
});

/** The files of a commit. */
export function commitFiles(repository: Repository, commit: string): Files {
  let folders: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  async function sorted(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>();
    for (const { path } of await repository.files(commit)) {
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      const known = found.get(folder);
      if (known === undefined) found.set(folder, [path]);
      else known.push(path);
    }
    return found;
  }
  return {
    read: async (path) => (await repository.read(commit, path))?.toString('utf8'),
    async list(folder) {
      folders ??= sorted();
      return (await folders).get(folder) ?? [];
    },
  };
}

/** Where contexts are kept: only where there is state already. */
export function keptFolder(root: string): string | undefined {
  const state = join(root, STATE);
  return existsSync(state) ? join(state, 'context') : undefined;
}
