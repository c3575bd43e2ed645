import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasStore, openStore } from '../journal/journal.ts';
import { type Lock, tryLock, tryLockFor, tryShared } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { machineFolder, type Place, remove } from '../workspace/workspace.ts';
import { STATE } from './place.ts';

/** Long enough for a reader that looks whether the lock is held. */
export const PATIENCE_MS = 200;

/**
 * Two processes must not start the same search at once, and a start that comes to nothing must not take away what
 * another needs: each holds `openers` together with the others, and only whoever has it alone takes `.evolve` away.
 */
export async function alone<T>(place: Place, search: string, open: (made: () => void) => Promise<T>): Promise<T> {
  const opening = await tryLockFor(lockPath('opening', `${place.root}\n${search}`), PATIENCE_MS);
  if (opening === undefined) {
    throw new UserError('Another evolve is starting this run. Wait for it, then look with: evolve status');
  }
  const openers = await shared(lockPath('openers', place.root));
  let ours = false;
  try {
    return await open(() => {
      ours = true;
    });
  } catch (error) {
    openers.release();
    // A bug leaves its traces; a mistake at the very first run leaves nothing.
    const mistake = error instanceof UserError || (error instanceof Error && error.name === 'Interrupted');
    if (ours && mistake) takeAway(place);
    throw error;
  } finally {
    openers.release();
    opening.release();
  }
}

/** Removes a state folder that has never had a run. */
function takeAway(place: Place): void {
  const everyone = tryLock(lockPath('openers', place.root));
  if (everyone === undefined) return;
  try {
    const dir = join(place.root, STATE);
    if (!hasRuns(dir)) remove(dir);
  } finally {
    everyone.release();
  }
}

/** A store that can't be read is not ours to remove. */
function hasRuns(dir: string): boolean {
  try {
    if (!hasStore(dir)) return false;
    const store = openStore(dir);
    const runs = store.runs(1);
    store.close();
    return runs.length > 0;
  } catch {
    return true;
  }
}

function lockPath(kind: string, of: string): string {
  return join(machineFolder(), `${kind}-${createHash('sha256').update(of).digest('hex').slice(0, 16)}.lock`);
}

/** Somebody who takes a folder away holds this for an instant only. */
async function shared(path: string): Promise<Lock> {
  for (;;) {
    const held = tryShared(path);
    if (held !== undefined) return held;
    await sleep(5);
  }
}

/** Keeps the state of a repository from being taken away while something works on it. */
export const shareState = (root: string): Promise<Lock> => shared(lockPath('openers', root));

/** undefined while anybody starts a run or works on the state. */
export const ownState = (root: string): Promise<Lock | undefined> => tryLockFor(lockPath('openers', root), PATIENCE_MS);
