import { createRequire } from 'node:module';

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface Statement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

type Constructor = new (path: string, options?: { readOnly?: boolean }) => Database;

let loaded: Constructor | undefined;

/** Node's own SQLite where it has one (22.13 and later), else the same API from a package with prebuilt binaries. */
export function openDatabase(path: string): Database {
  loaded ??= load();
  return new loaded(path);
}

function load(): Constructor {
  const require = createRequire(import.meta.url);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const builtIn = major > 22 || (major === 22 && minor >= 13);
  if (!builtIn) return require('@photostructure/sqlite').DatabaseSync;
  // Node marks its SQLite experimental with a warning on stderr at every start; the user can do nothing about it.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return require('node:sqlite').DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Whether an error of the store says that another process holds it. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database( table)? is locked|SQLITE_BUSY/i.test(error.message);
}

/** Whether an error says that the file is no readable database. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof Error && /not a database|malformed|SQLITE_(CORRUPT|NOTADB)/i.test(error.message);
}

/** Whether an error says that the disk took no more. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && /disk is full|ENOSPC|disk I\/O error|SQLITE_(FULL|IOERR)/i.test(error.message);
}
