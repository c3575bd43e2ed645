import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DamagedStore, openStore, STORE, type Store } from '../journal/journal.ts';
import type { Repository } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { isDriven } from './place.ts';

/**
 * Opens the store for a run. One that is damaged is set aside with all its runs and a new one begun, unless the run is to go on
 * from it, somebody drives one, or nobody would be told. `look` reads what is read first, which may find out.
 */
export function readableStore(
  { state, place }: Repository,
  { resume }: { readonly resume?: boolean },
  context: Context,
  look: (store: Store) => unknown,
): Store {
  try {
    return looked(state.dir, look);
  } catch (error) {
    if (!(error instanceof DamagedStore) || resume === true || context.detail === 'quiet') throw error;
    if (runsIn(state.dir).some((run) => isDriven(state.dir, run))) throw error;
    const folder = relative(place.root, setAside(state.dir));
    context.tell(`${relative(place.root, join(state.dir, STORE))} is damaged and can't be read.`);
    context.tell(`it is now in ${folder}, with the files of its runs; a new store is begun.`);
    return looked(state.dir, look);
  }
}

function looked(stateDir: string, look: (store: Store) => unknown): Store {
  const store = openStore(stateDir);
  try {
    look(store);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Folders of runs; the numbers of new runs begin again, so that they would be in the way. */
const runsIn = (stateDir: string): readonly string[] => readdirSync(stateDir).filter((name) => /^r\d+$/.test(name));

function setAside(stateDir: string): string {
  let nth = 1;
  while (existsSync(join(stateDir, `damaged-${nth}`))) nth++;
  const folder = join(stateDir, `damaged-${nth}`);
  mkdirSync(folder);
  // SQLite's own files beside the store would be taken for those of the new one.
  const files = ['', '-wal', '-shm', '-journal'].map((end) => `${STORE}${end}`);
  for (const name of [...files.filter((file) => existsSync(join(stateDir, file))), ...runsIn(stateDir)])
    renameSync(join(stateDir, name), join(folder, name));
  return folder;
}
