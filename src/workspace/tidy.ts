import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from '../lib/lock.ts';
import { git } from './git.ts';

// Every pack is one more place for git to look; this many cost nothing that could be measured.
const manyPacks = 20;
// Names are spread evenly, so one of the 256 folders tells of all: the guess of git's gc --auto, some 7000 objects.
const manyInOneFolder = 27;
const leftOverMs = 60 * 60 * 1000;
const objectName = /^[0-9a-f]{38,62}$/;

/**
 * Moves the loose objects of a repository into packs, whether anything refers to them or not: candidates have no refs.
 * Contract: may run while others read and write; an object is deleted only after the pack that holds it is complete.
 * Does nothing while another does it, nor, unless `always`, when there are few.
 */
export async function tidyObjects(gitDir: string, when: 'many' | 'always'): Promise<void> {
  if (when === 'many' && !(await hasMany(gitDir))) return;
  const lock = tryLock(join(gitDir, 'tidy.lock'));
  if (lock === undefined) return;
  try {
    await packAll(gitDir);
  } finally {
    lock.release();
  }
}

async function hasMany(gitDir: string): Promise<boolean> {
  const names = await readdir(join(gitDir, 'objects/17')).catch(() => []);
  return names.filter((name) => objectName.test(name)).length > manyInOneFolder;
}

async function packAll(gitDir: string): Promise<void> {
  const objects = join(gitDir, 'objects');
  const loose = await looseObjects(objects);
  if (loose.length > 0) {
    await pack(
      gitDir,
      [],
      loose.map(({ sha }) => sha),
    );
    for (const { path } of loose) await rm(path, { force: true });
  }
  const packs = await packNames(objects);
  if (packs.length <= manyPacks) return;
  const kept = await pack(
    gitDir,
    ['--stdin-packs'],
    packs.map((name) => `${name}.pack`),
  );
  for (const name of packs.filter((old) => old !== kept)) await dropPack(objects, name);
}

export async function dropPack(objects: string, name: string): Promise<void> {
  // The index goes first: a pack without one is not looked into.
  for (const end of ['idx', 'rev', 'pack']) await rm(join(objects, 'pack', `${name}.${end}`), { force: true });
}

export async function pack(gitDir: string, options: readonly string[], names: readonly string[]): Promise<string> {
  const args = [`--git-dir=${gitDir}`, 'pack-objects', '--quiet', ...options, join(gitDir, 'objects/pack/pack')];
  const output = await git(args, { cwd: gitDir, config: 'none', input: `${names.join('\n')}\n` });
  return `pack-${output.toString('latin1').trim()}`;
}

export async function looseObjects(objects: string): Promise<{ sha: string; path: string }[]> {
  const found: { sha: string; path: string }[] = [];
  for (const folder of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await readdir(join(objects, folder))) {
      const path = join(objects, folder, name);
      if (objectName.test(name)) {
        // A power cut can leave an empty file; git would not go on, and whoever needs the object writes it again.
        if ((await stat(path).catch(() => undefined))?.size) found.push({ sha: folder + name, path });
      } else if (name.startsWith('tmp_obj_')) await dropLeftOver(path);
    }
  }
  return found;
}

/** What a killed writer left behind. */
async function dropLeftOver(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && found.mtimeMs < Date.now() - leftOverMs) await rm(path, { force: true });
}

export async function packNames(objects: string): Promise<string[]> {
  const names = await readdir(join(objects, 'pack'));
  return names.filter((name) => name.endsWith('.pack')).map((name) => name.slice(0, -'.pack'.length));
}
