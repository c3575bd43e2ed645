import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '../domain/config.ts';
import { fold } from '../domain/fold.ts';
import type { Journal } from '../domain/journal.ts';
import { boundary } from '../lib/seam.ts';
import { type Database, isCorrupt, openDatabase } from '../lib/sqlite.ts';
import { UserError } from '../lib/user-error.ts';
import { decodeRecorded, encode, resumeKey } from './codec.ts';
import { FutureStore, migrate } from './schema.ts';
import { type Prepare, preparer, SqliteRun } from './sqlite-run.ts';

export { memoryJournal } from './memory.ts';

/** The journals of a repository: all its runs in one store. */
export interface Store {
  /** Ids, newest first. */
  runs(limit: number): readonly string[];
  /** The newest run of this search. */
  newest(identity: Identity): string | undefined;
  journal(run: string): Journal;
  close(): void;
}

export const STORE = 'journal.db';

export function hasStore(stateDir: string): boolean {
  return existsSync(join(stateDir, STORE));
}

/** Contract: never resets a store. One that can't be read, or that a newer version wrote, is the user's to decide on. */
export function openStore(stateDir: string, now: () => number = Date.now): Store {
  mkdirSync(stateDir, { recursive: true });
  const path = join(stateDir, STORE);
  const database = guard(path, () => connect(path));
  const sql = preparer(database);
  return {
    runs: (limit) =>
      database
        .prepare('select id from run order by number desc limit ?')
        .all(limit)
        .map((row) => String(row['id'])),
    newest(identity) {
      const newest = 'select id from run where resume_key = ? order by number desc limit 1';
      const row = database.prepare(newest).get(resumeKey(identity));
      return row === undefined ? undefined : String(row['id']);
    },
    journal: (run) => journalOf(database, sql, run, now, path),
    close: () => database.close(),
  };
}

function connect(path: string): Database {
  const database = openDatabase(path);
  try {
    // Another process may hold the store for the length of an append; never give up before that.
    database.exec('pragma busy_timeout = 20000');
    database.exec('pragma journal_mode = wal');
    // A killed process loses nothing with NORMAL; a power cut may lose the last appends but never tears the store.
    database.exec('pragma synchronous = normal');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function journalOf(database: Database, sql: Prepare, run: string, now: () => number, path: string): Journal {
  const tables = new SqliteRun(run, sql);
  const insert = database.prepare('insert into event (run, at, body) values (?, ?, ?) returning seq');
  const select = database.prepare('select seq, at, body from event where run = ? and seq > ? order by seq limit ?');
  const newest = database.prepare('select seq, at, body from event where run = ? order by seq desc limit ?');
  return {
    run,
    view: () => tables,
    tail: (limit) => guard(path, () => newest.all(run, limit).map(decodeRecorded).reverse()),
    read: (after, limit) => guard(path, () => select.all(run, after, limit).map(decodeRecorded)),
    append(decide) {
      boundary();
      return guard(path, () => {
        database.exec('begin immediate');
        try {
          tables.hold();
          const at = now();
          const recorded = decide(tables).map((event) => {
            const seq = Number(insert.get(run, at, encode(event))?.['seq']);
            fold(tables, run, { seq, at, event });
            return { seq, at, event };
          });
          boundary();
          database.exec('commit');
          boundary();
          return recorded;
        } catch (error) {
          rollback(database);
          throw error;
        } finally {
          tables.letGo();
        }
      });
    },
  };
}

/** A full disk makes SQLite roll back by itself, and then there is nothing left to roll back. */
function rollback(database: Database): void {
  try {
    database.exec('rollback');
  } catch {}
}

function guard<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FutureStore) {
      throw new UserError(
        `${path} was written by a newer galapagos (store version ${error.found}). Update galapagos, or move the file away to start anew.`,
      );
    }
    if (isCorrupt(error)) {
      throw new UserError(
        `${path} is damaged and can't be read. It was left as it is: restore it from a copy, or move it away to start anew.`,
      );
    }
    throw error;
  }
}
