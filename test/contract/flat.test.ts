import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import type { Journal } from '../../src/domain/journal.ts';
import type { View } from '../../src/domain/view.ts';
import { openStore, STORE } from '../../src/journal/journal.ts';
import { migrate } from '../../src/journal/schema.ts';
import { QUERIES } from '../../src/journal/sqlite-run.ts';
import { type Database, openDatabase } from '../../src/lib/sqlite.ts';
import { configOf } from '../fake/config.ts';
import { lengthen } from '../fake/history.ts';
import { open } from '../fake/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-flat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('query plans', () => {
  it('look nothing up by reading a whole table, and sort nothing', () => {
    const database = withSchema();
    expect(costly(database)).toEqual([]);
    database.close();
  });

  it('would tell of every index that is missing', () => {
    const indexes = namesOf(withSchema(), "select name from sqlite_master where type = 'index' and sql is not null");
    expect(indexes.length).toBeGreaterThan(5);
    for (const index of indexes) {
      const database = withSchema();
      database.exec(`drop index ${index}`);
      expect(costly(database), `without ${index}`).not.toEqual([]);
      database.close();
    }
  });
});

function withSchema(): Database {
  const database = openDatabase(':memory:');
  migrate(database);
  return database;
}

/** Steps that go through a list without an end of their own: each in the wanted order and limited, or over what is open. */
const BOUNDED: Readonly<Record<string, string>> = {
  runs: 'SCAN run',
  newestEvents: 'SEARCH event USING INDEX event_run (run=?)',
  open: 'SEARCH entry USING INDEX entry_open (run=?)',
  ranking: 'SEARCH entry USING INDEX entry_ranking (run=?)',
  history: 'SEARCH batch USING PRIMARY KEY (run=?)',
};

/** Statements that read all of a table or of a run, or sort by themselves, with what SQLite says about them. */
function costly(database: Database): readonly string[] {
  return Object.entries(QUERIES).flatMap(([name, sql]) =>
    namesOf(database, `explain query plan ${sql}`, 'detail')
      .filter((step) => /SCAN|TEMP B-TREE|\(run=\?\)$/.test(step) && step !== BOUNDED[name])
      .map((step) => `${name}: ${step}`),
  );
}

function namesOf(database: Database, sql: string, column = 'name'): readonly string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(row[column]));
}

/** What the kernel counts for this thread alone; the loop of events stands still in between. */
const COUNTER = '/proc/thread-self/io';
const SHORT = 1_000;
const LONG = 20_000;

/** A tree of so many pages may get one level deeper between the two histories; each lookup then reads one page more. */
const DEEPER = 3;

describe.skipIf(!existsSync(COUNTER))('pages read (needs /proc/thread-self/io)', () => {
  it('are as many for one more candidate and for each question after a long history as after a short one', () => {
    const stateDir = join(folder, 'history');
    const counted = [SHORT, LONG].map((candidates) => {
      fill(stateDir, candidates);
      return new Map([...QUESTIONS, ...APPENDS].map(([name, ask]) => [name, readsOf(stateDir, ask)]));
    });
    const [short, long] = counted;
    for (const [name, reads] of long ?? []) {
      console.log(name, short?.get(name), reads);
    }
  }, 120_000);
});

type Ask = (journal: Journal) => unknown;

/** Every question of the view, about the newest, the oldest and the middle of the history. */
const QUESTIONS: Readonly<Record<string, Ask>> = {
  run: ({ view }) => view().run(),
  counts: ({ view }) => view().counts(),
  'entry, oldest': ({ view }) => view().entry('gen1-1'),
  'entry, in the middle': (journal) => journal.view().entry(`gen${newest(journal) >> 1}-2`),
  best: ({ view }) => view().best(),
  top: ({ view }) => view().top('population', 2),
  worst: ({ view }) => view().worst('population'),
  homeSize: ({ view }) => view().homeSize('population'),
  open: ({ view }) => view().open(),
  'entries, newest': (journal) => journal.view().entries(newest(journal)),
  'entries, seed': ({ view }) => view().entries(0),
  ranking: ({ view }) => view().ranking(10),
  history: ({ view }) => view().history(10),
  sameTree: (journal) => journal.view().sameTree(treeOf(journal.view(), `gen${newest(journal) >> 1}-2`)),
  'sameTree, none': ({ view }) => view().sameTree('0'.repeat(40)),
  lineage: (journal) => journal.view().lineage(`gen${newest(journal)}-4`, 5),
  memo: ({ view }) => view().memo('tune'),
  asked: ({ view }) => view().asked('gen3'),
  answer: ({ view }) => view().answer('gen3'),
  checkpoint: ({ view }) => view().checkpoint(),
  tail: (journal) => journal.tail(10),
  read: (journal) => journal.read(100, 10),
};

function fill(stateDir: string, candidates: number): void {
  const store = openStore(stateDir);
  const journal = store.journal('r1');
  if (journal.view().run() === undefined) open(journal, configOf(), [1, 20, 0.5], 1);
  lengthen(journal, candidates);
  store.close();
}

function readsOf(stateDir: string, ask: (journal: Journal) => unknown): number {
  const store = openStore(stateDir);
  const journal = store.journal('r1');
  journal.view().run();
  const before = reads();
  ask(journal);
  const after = reads();
  store.close();
  return after - before;
}

function reads(): number {
  return Number(/^syscr: (\d+)$/m.exec(readFileSync(COUNTER, 'latin1'))?.[1]);
}
