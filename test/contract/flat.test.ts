import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Journal } from '../../src/domain/journal.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import type { View } from '../../src/domain/view.ts';
import { openStore, STORE } from '../../src/journal/journal.ts';
import { QUERIES } from '../../src/journal/queries.ts';
import { migrate } from '../../src/journal/schema.ts';
import { type Database, openDatabase } from '../../src/lib/sqlite.ts';
import { generations, tuning } from '../../src/strategy/strategy.ts';
import { configOf, SEED } from '../fake/config.ts';
import { lengthen } from '../fake/history.ts';
import { COUNTER, pagesRead } from '../fake/pages.ts';
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

/** Steps that could go through a whole run: each is in the wanted order already and ends at its limit. */
const BOUNDED: Readonly<Record<string, string>> = {
  runs: 'SCAN run',
  newestEvents: 'SEARCH event USING INDEX event_run (run=?)',
  unplaced: 'SEARCH entry USING INDEX entry_unplaced (run=?)',
  unfinished: 'SEARCH entry USING INDEX entry_unfinished (run=?)',
  ranking: 'SEARCH entry USING INDEX entry_ranking (run=?)',
  history: 'SEARCH batch USING PRIMARY KEY (run=?)',
  improvements: 'SEARCH improvement USING PRIMARY KEY (run=?)',
  placed: 'SEARCH entry USING INDEX entry_placed (run=? AND placed_seq>?)',
  remarks: 'SEARCH remark USING INDEX remark_kind (run=? AND kind=?)',
  directives: 'SEARCH directive USING INDEX directive_nth (run=?)',
  putDirective: 'SEARCH directive USING COVERING INDEX directive_nth (run=?)',
  putGate: 'SEARCH gate USING COVERING INDEX gate_nth (run=?)',
  // All of them are wanted, and they are as many as there are gates and tasks, not experiments.
  nodeGates: 'SEARCH gate USING INDEX gate_nth (run=?)',
  taskCounts: 'SEARCH task_count USING PRIMARY KEY (run=?)',
};

/** Statements that read all of a table or of a run, or sort by themselves, with what SQLite says about them. */
function costly(database: Database): readonly string[] {
  return Object.entries(QUERIES).flatMap(([name, sql]) =>
    namesOf(database, `explain query plan ${sql}`, 'detail')
      .filter(
        (step) => /SCAN|TEMP B-TREE|\(run=\?(?: AND (?:placed_seq>|kind=)\?)?\)$/.test(step) && step !== BOUNDED[name],
      )
      .map((step) => `${name}: ${step}`),
  );
}

function namesOf(database: Database, sql: string, column = 'name'): readonly string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(row[column]));
}

const SHORT = 1_000;
const LONG = 20_000;

/** A tree that has grown so much is one level deeper: a question looks into one or two, a candidate changes fifteen. */
const DEEPER = 3;
const DEEPER_IN_ALL = 15;

describe.skipIf(!existsSync(COUNTER))('pages read (needs /proc/thread-self/io)', () => {
  it('are as many for each question and for one more candidate after a long history as after a short one', () => {
    const stateDir = join(folder, 'history');
    const [short = {}, long = {}] = [SHORT, LONG].map((candidates) => {
      fill(stateDir, candidates);
      return Object.fromEntries(Object.entries(ASKS).map(([name, ask]) => [name, readsOf(stateDir, ask)]));
    });
    const grown = Object.entries(long).filter(
      ([name, reads]) => reads > (short[name] ?? 0) + (name === 'append' ? DEEPER_IN_ALL : DEEPER),
    );
    expect(grown).toEqual([]);
    // What was read before costs nothing; what was not shows.
    expect(short['entry, middle']).toBeGreaterThan(short.run ?? 0);

    const database = openDatabase(join(stateDir, STORE));
    database.exec('drop index entry_batch');
    database.close();
    expect(
      readsOf(stateDir, (view, { batch }) => view.entries(batch)),
      'without an index',
    ).toBeGreaterThan(LONG / 10);
  }, 120_000);
});

interface About {
  readonly batch: number;
  readonly middle: string;
  readonly tree: string;
}

type Ask = (view: View, about: About, journal: Journal) => unknown;

/** Every question of the view, about the newest, the oldest and the middle of the history; then one more candidate. */
const ASKS: Readonly<Record<string, Ask>> = {
  run: (view) => view.run(),
  counts: (view) => view.counts(),
  'entry, oldest': (view) => view.entry('gen1-1'),
  'entry, middle': (view, { middle }) => view.entry(middle),
  best: (view) => view.best(),
  top: (view) => view.top('population', 2),
  claims: (view) => view.claims('population', 0, 16),
  'kin, middle': (view, { middle }) => view.kin(middle),
  placed: (view) => view.placed(4),
  arm: (view) => view.arm('control', 4),
  improvements: (view) => view.improvements(10),
  worst: (view) => view.worst('population'),
  homeSize: (view) => view.homeSize('population'),
  unplaced: (view) => view.unplaced(),
  unfinished: (view) => view.unfinished(4),
  'entries, oldest': (view) => view.entries(0),
  'entries, newest': (view, { batch }) => view.entries(batch),
  'entriesAfter, oldest': (view) => view.entriesAfter(-1, 0, 4),
  'entriesAfter, newest': (view, { batch }) => view.entriesAfter(batch, 0, 4),
  ranking: (view) => view.ranking(10),
  history: (view) => view.history(10),
  sameTree: (view, { tree }) => view.sameTree(tree),
  sameForm: (view, { tree }) => view.sameForm(`form ${tree}`),
  'sameTree, none': (view) => view.sameTree('0'.repeat(40)),
  lineage: (view, { middle }) => view.lineage(middle, 5),
  'children, oldest': (view) => view.children('gen1-4', 4),
  'children, newest': (view, { batch }) => view.children(`gen${batch - 1}-4`, 4),
  'call, oldest': (view) => view.call('gen1-1/author'),
  'call, middle': (view, { middle }) => view.call(`${middle}/author`),
  'callsAfter, middle': (view, { middle }) => view.callsAfter(`${middle}/`, 4),
  memo: (view) => view.memo('tune'),
  asked: (view) => view.asked('gen3'),
  answer: (view) => view.answer('gen3'),
  checkpoint: (view) => view.checkpoint(),
  tail: (_view, _about, journal) => journal.tail(10),
  read: (_view, _about, journal) => journal.read(1_000, 10),
  ask: (view) => expect(strategyOf(view).ask(view, 1, 0).kind).toBe('propose'),
  append: (view, _about, journal) => lengthen(journal, view.counts().candidates + 1),
};

function strategyOf(view: View): Strategy {
  const config = view.run()?.config;
  if (config === undefined) throw new Error('open the run first');
  return generations({ run: config, variation: tuning() });
}

/** Brings the history to so many candidates, up to where the strategy breeds the next generation. */
function fill(stateDir: string, candidates: number): void {
  const store = openStore(stateDir);
  const journal = store.journal('r1');
  if (journal.view().run() === undefined) {
    const literals = [1, 20, 0.5].map((value) => ({ value, integer: false }));
    open(journal, configOf({}, { generations: LONG, stale: LONG }), [1, 20, 0.5], 1);
    journal.append(() => [{ type: 'answered', key: `literals/${SEED}`, answer: { literals } }]);
  }
  lengthen(journal, candidates);
  const key = `gen${journal.view().run()?.batch}`;
  journal.append(() => [{ type: 'answered', key, answer: { option: 'continue' } }]);
  // The last to close brings everything from the log into the store.
  store.close();
}

const readsOf = (stateDir: string, ask: Ask): number => {
  const about = aboutOf(stateDir);
  return pagesRead(stateDir, (view, journal) => ask(view, about, journal));
};

function aboutOf(stateDir: string): About {
  const store = openStore(stateDir);
  const view = store.journal('r1').view();
  const batch = view.run()?.batch ?? 0;
  const middle = `gen${batch >> 1}-2`;
  const tree = view.entry(middle)?.candidate?.tree ?? '';
  store.close();
  return { batch, middle, tree };
}
