import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isBusy, openDatabase } from './sqlite.ts';

export interface Lock {
  /** `remove` also takes the file away: for locks whose names are never used again. */
  release(how?: 'keep' | 'remove'): void;
}

/**
 * Holds `path` until released or until this process dies: the kernel frees it, so there is no stale lock and no pid to trust.
 * Contract: never waits; undefined when another holder has it.
 */
export function tryLock(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const database = openDatabase(path);
    if (!begin(database)) return undefined;
    // Somebody may have removed the file between our opening and locking it; then our lock holds nothing.
    if (existsSync(path) && holds(path)) return lockOf(database, path);
    database.close();
  }
}

/** Waits until `path` is free, asking again every few milliseconds. */
export async function lock(path: string, signal?: AbortSignal, everyMs = 10): Promise<Lock> {
  for (;;) {
    signal?.throwIfAborted();
    const held = tryLock(path);
    if (held !== undefined) return held;
    await sleep(everyMs, undefined, signal === undefined ? {} : { signal });
  }
}

/** As `tryLock`, but patient for a moment: a reader that looks whether the lock is held has it for an instant. */
export async function tryLockFor(path: string, patienceMs: number): Promise<Lock | undefined> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const held = tryLock(path);
    if (held !== undefined || performance.now() >= until) return held;
    await sleep(10);
  }
}

/** Whether another holder has `path` now. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const held = tryLock(path);
  held?.release();
  return held === undefined;
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

/** `begin exclusive` must be the first statement: a pragma on a held file itself throws. */
function begin(database: Database): boolean {
  try {
    database.exec('begin exclusive');
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
