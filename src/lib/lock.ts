import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isBusy, openDatabase } from './sqlite.ts';

export interface Lock {
  /** `remove` also takes the file away: for exclusive locks whose names are never used again. */
  release(how?: 'keep' | 'remove'): void;
}

const EXCLUSIVE = 'begin exclusive';
/** A transaction alone takes nothing: only what reads does, and on an empty file, too. */
const SHARED = 'begin; select 1 from sqlite_master limit 1';

/**
 * Holds `path` until released or until this process dies: the kernel frees it, so there is no stale lock and no pid to trust.
 * Contract: never waits; undefined when another holder has it, alone or shared.
 */
export function tryLock(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const before = identity(path);
    const database = openDatabase(path);
    if (!begin(database, EXCLUSIVE)) return undefined;
    // Somebody may have removed the file between our opening and locking it; then our lock holds nothing.
    const same = before === undefined ? existsSync(path) && holds(path) : identity(path) === before;
    if (same) return lockOf(database, path);
    database.close();
  }
}

/** As `tryLock`, but held together with others who share it; undefined when one holder has it alone. */
export function tryShared(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const before = identity(path);
    const database = openDatabase(path);
    if (!begin(database, SHARED)) return undefined;
    // As above; and who has just made the file can't tell whether it is still the same one.
    if (before !== undefined && identity(path) === before) return lockOf(database, path);
    database.close();
  }
}

/** Waits until `path` is free, asking again and again. */
export async function lock(path: string, signal?: AbortSignal): Promise<Lock> {
  for (let asked = 0; ; asked++) {
    signal?.throwIfAborted();
    const held = tryLock(path);
    if (held !== undefined) return held;
    await sleep(pauseMs(asked), undefined, signal === undefined ? {} : { signal });
  }
}

/** A short wait ends soon after its cause; a long one doesn't disturb the benchmark that it waits for. */
export const pauseMs = (asked: number): number => Math.min(5 * 2 ** asked, 100);

/** As `tryLock`, but patient for a moment: a reader that looks whether the lock is held shares it for an instant. */
export async function tryLockFor(path: string, patienceMs: number): Promise<Lock | undefined> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const held = tryLock(path);
    if (held !== undefined || performance.now() >= until) return held;
    await sleep(10);
  }
}

/** Whether somebody has `path` alone now. Those who look don't see each other. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let database: Database;
  try {
    database = openDatabase(path);
  } catch (error) {
    if (!existsSync(path)) return false;
    throw error;
  }
  const free = begin(database, SHARED);
  if (free) database.close();
  return !free;
}

function lockOf(database: Database, path: string): Lock {
  let held = true;
  return {
    release(how = 'keep') {
      if (!held) return;
      held = false;
      if (how === 'remove') rmSync(path, { force: true });
      database.close();
    },
  };
}

/** Must be the first statement: a pragma on a held file itself throws. Closes what it couldn't begin on. */
function begin(database: Database, how: typeof EXCLUSIVE | typeof SHARED): boolean {
  try {
    database.exec(how);
    return true;
  } catch (error) {
    database.close();
    if (isBusy(error)) return false;
    throw error;
  }
}

/** A second connection finds the file at `path` busy only if that is the file we hold. */
function holds(path: string): boolean {
  const other = openDatabase(path);
  try {
    other.exec('begin immediate');
    other.exec('rollback');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    other.close();
  }
}

/** A number is used again when its file is gone, hence the time. */
function identity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}
