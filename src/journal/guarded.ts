import { type Database, isCorrupt, type Statement } from '../lib/sqlite.ts';
import { UserError } from '../lib/user-error.ts';
import { FutureStore } from './schema.ts';

/** The store can't be read. It is left as it is. */
export class DamagedStore extends UserError {}

/** A database whose unreadable file is the user's to decide on, whichever statement finds out. */
export function guarded(database: Database, path: string): Database {
  return {
    exec: (sql) => guard(path, () => database.exec(sql)),
    prepare(sql) {
      const statement = guard(path, () => database.prepare(sql));
      return {
        run: (...values) => guard(path, () => statement.run(...values)),
        get: (...values) => guard(path, () => statement.get(...values)),
        all: (...values) => guard(path, () => statement.all(...values)),
      } satisfies Statement;
    },
    close: () => database.close(),
  };
}

export function guard<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FutureStore) {
      const advice = 'Update galapagos, or move the file away to start anew.';
      throw new UserError(`${path} was written by a newer galapagos (store version ${error.found}). ${advice}`);
    }
    if (isCorrupt(error)) {
      const advice =
        'It was left as it is: restore it from a copy, or set it aside by starting a run (without --resume).';
      throw new DamagedStore(`${path} is damaged and can't be read. ${advice}`);
    }
    throw error;
  }
}
