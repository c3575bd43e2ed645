import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, isBusy, isCorrupt, isFull, openDatabase } from '../lib/sqlite.ts';
import { FutureStore, stepped } from '../lib/store-version.ts';
import { UserError } from '../lib/user-error.ts';
import { STEPS } from './schema.ts';

export const STORE = 'population.db';

export const storeIn = (dir: string): string => join(dir, STORE);

/** A file of a population that can't be read. */
export class Damaged extends UserError {}

/** Many may add at once, each for a moment; never give up before that. */
const BUSY_MS = 60_000;
const PAUSE_MS = 5;

/** Contract: makes folder and store where there are none; waits while others make them. */
export function connect(dir: string): Database {
  makeFolder(dir);
  const until = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return opened(storeIn(dir));
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

function opened(path: string): Database {
  const database = openDatabase(path);
  try {
    database.exec(`pragma busy_timeout = ${BUSY_MS}`);
    // Setting it takes the whole store for a moment, also where it is set.
    if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') {
      database.exec('pragma journal_mode = wal');
    }
    // A killed process loses nothing with NORMAL; a power cut may lose the last additions but never tears the store.
    database.exec('pragma synchronous = normal');
    stepped(database, STEPS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (error) {
    if (error instanceof Error && /EEXIST|ENOTDIR/.test(error.message))
      throw new UserError(`${dir} is no folder: a population needs one of its own.`);
    throw error;
  }
}

/** Says in words what the store can't do. */
export function guard<T>(dir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const path = storeIn(dir);
    if (error instanceof FutureStore) {
      const advice = 'Update galapagos, or move the file away to start anew.';
      throw new UserError(`${path} was written by a newer galapagos (store version ${error.found}). ${advice}`);
    }
    if (isCorrupt(error)) throw new Damaged(`${path} is damaged and can't be read.`);
    if (isBusy(error))
      throw new UserError(`another process holds ${path} for over a minute. Try again when it is done.`);
    if (isFull(error)) throw new UserError(`${path} can't be written: the disk is full. Make room and try again.`);
    if (error instanceof Error && /readonly database|unable to open database/i.test(error.message))
      throw new UserError(`${path} can't be written: check the permissions of the folder.`);
    throw error;
  }
}

/** Contract: all of it or nothing; nobody else writes meanwhile. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('begin immediate');
  try {
    const done = work();
    database.exec('commit');
    return done;
  } catch (error) {
    // A full disk makes SQLite roll back by itself, and then there is nothing left to roll back.
    try {
      database.exec('rollback');
    } catch {}
    throw error;
  }
}
