import type { Database } from './sqlite.ts';

/** A newer version of ours wrote the store. */
export class FutureStore extends Error {
  readonly found: number;
  constructor(found: number) {
    super(`the store has version ${found}`);
    this.found = found;
  }
}

/** Brings the store up to the newest version; each step is one transaction. Throws `FutureStore` on a newer one. */
export function stepped(database: Database, steps: readonly string[]): void {
  for (;;) {
    const version = versionOf(database);
    if (version > steps.length) throw new FutureStore(version);
    if (version === steps.length) return;
    database.exec('begin immediate');
    try {
      // Another process may have taken this step while we waited for the transaction.
      if (versionOf(database) === version) {
        database.exec(steps[version] ?? '');
        database.exec(`pragma user_version = ${version + 1}`);
      }
      database.exec('commit');
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  }
}

function versionOf(database: Database): number {
  return Number(database.prepare('pragma user_version').get()?.user_version ?? 0);
}
