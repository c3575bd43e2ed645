import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '../domain/config.ts';
import type { Event, Recorded } from '../domain/event.ts';
import { fold } from '../domain/fold.ts';
import type { Journal } from '../domain/journal.ts';
import { boundary } from '../lib/seam.ts';
import { type Database, isBusy, isFull, openDatabase } from '../lib/sqlite.ts';
import { decodeRecorded, encode, resumeKey } from './codec.ts';
import { guard, guarded } from './guarded.ts';
import { type Prepare, preparer } from './queries.ts';
import { migrate, RUN_TABLES } from './schema.ts';
import { SqliteRun } from './sqlite-run.ts';

export { DamagedStore } from './guarded.ts';
export { ledgerOf, NO_LEDGER } from './ledger.ts';
export { memoryJournal } from './memory.ts';
export { readRecording } from './recording.ts';

/** The journals of a repository: all its runs in one store. */
export interface Store {
  /** Ids, newest first. */
  runs(limit: number): readonly string[];
  /** The newest run of this search. */
  newest(identity: Identity): string | undefined;
  journal(run: string): Journal;
  /** Opens a run with these events at their times, all of them or none. Throws when there is such a run. */
  adopt(run: string, events: readonly Recorded[]): void;
  /** Forgets all of a run, at once. Removing what is not there changes nothing. */
  remove(run: string): void;
  close(): void;
}

export const STORE = 'journal.db';

/** Another process may hold the store for the length of an append; never give up before that. */
const BUSY_MS = 20_000;

export function hasStore(stateDir: string): boolean {
  return existsSync(join(stateDir, STORE));
}

/** Contract: never resets a store. One that can't be read, or that a newer version wrote, is the user's to decide on. */
export function openStore(stateDir: string, now: () => number = Date.now): Store {
  mkdirSync(stateDir, { recursive: true });
  const path = join(stateDir, STORE);
  const database = guard(path, () => guarded(connect(path), path));
  const sql = preparer(database);
  return {
    runs: (limit) =>
      sql('runs')
        .all(limit)
        .map((row) => String(row.id)),
    newest(identity) {
      const row = sql('newestRun').get(resumeKey(identity));
      return row === undefined ? undefined : String(row.id);
    },
    journal: (run) => journalOf(database, sql, run, now),
    adopt(run, events) {
      const tables = new SqliteRun(run, sql);
      inTransaction(database, tables, () => {
        if (tables.run() !== undefined) throw new Error(`there is a run ${run}`);
        for (const { at, event } of events) record(sql, tables, run, at, event);
        boundary();
      });
    },
    remove(run) {
      database.exec('begin immediate');
      try {
        for (const table of RUN_TABLES) database.prepare(`delete from ${table} where run = ?`).run(run);
        database.prepare('delete from run where id = ?').run(run);
        boundary();
        database.exec('commit');
      } catch (error) {
        rollback(database);
        throw error;
      }
      compact(database);
    },
    close: () => database.close(),
  };
}

/** Gives the room back to the disk; while another process reads, it stays and is used again. */
function compact(database: Database): void {
  try {
    database.exec('pragma busy_timeout = 0');
    database.exec('vacuum');
    database.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!isBusy(error) && !isFull(error)) throw error;
  } finally {
    database.exec(`pragma busy_timeout = ${BUSY_MS}`);
  }
}

function connect(path: string): Database {
  const database = openDatabase(path);
  try {
    database.exec(`pragma busy_timeout = ${BUSY_MS}`);
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

function journalOf(database: Database, sql: Prepare, run: string, now: () => number): Journal {
  const tables = new SqliteRun(run, sql);
  return {
    run,
    view: () => tables,
    tail: (limit) => sql('newestEvents').all(run, limit).map(decodeRecorded).reverse(),
    read: (after, limit) => sql('eventsAfter').all(run, after, limit).map(decodeRecorded),
    append(decide) {
      const recorded = inTransaction(database, tables, () => {
        const at = now();
        const done = decide(tables).map((event) => record(sql, tables, run, at, event));
        if (done.length > 0) boundary();
        return done;
      });
      if (recorded.length > 0) boundary();
      return recorded;
    },
  };
}

function record(sql: Prepare, tables: SqliteRun, run: string, at: number, event: Event): Recorded {
  const seq = Number(sql('insertEvent').get(run, at, encode(event))?.seq);
  const recorded = { seq, at, event };
  fold(tables, run, recorded);
  return recorded;
}

function inTransaction<T>(database: Database, tables: SqliteRun, work: () => T): T {
  database.exec('begin immediate');
  try {
    tables.hold();
    const done = work();
    database.exec('commit');
    return done;
  } catch (error) {
    rollback(database);
    throw error;
  } finally {
    tables.letGo();
  }
}

/** A full disk makes SQLite roll back by itself, and then there is nothing left to roll back. */
function rollback(database: Database): void {
  try {
    database.exec('rollback');
  } catch {}
}
