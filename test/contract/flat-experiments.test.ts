import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { frontierOf } from '../../src/archive/archive.ts';
import type { FrontierRule } from '../../src/domain/config.ts';
import { COMMITTED, FRONTIER, STATUSES } from '../../src/domain/experiment.ts';
import { gatesFor } from '../../src/domain/inheritance.ts';
import type { Journal } from '../../src/domain/journal.ts';
import type { View } from '../../src/domain/view.ts';
import { openStore, STORE } from '../../src/journal/journal.ts';
import { openDatabase } from '../../src/lib/sqlite.ts';
import { attempt, growTree, idOf, openLab, propose } from '../fake/experiments.ts';
import { COUNTER, pagesRead } from '../fake/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-flat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FEW = 200;
const MANY = 3_000;
const TASKS = 20;

/** A tree that has grown so much is one level deeper; where each task is looked up, each has a page of its own then. */
const DEEPER = 4;
const DEEPER_BY_TASK = 3 * TASKS;

type Ask = (view: View, journal: Journal) => unknown;

const rule = (kind: FrontierRule) => (view: View) => frontierOf(view, kind, { seed: 1, without: [idOf(1)] });

const PLAIN: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(STATUSES.map((status) => [status, (view: View) => view.experiments(status, 5)])),
  'a page further on': (view) => view.experiments('discarded', 5, 20),
  best: (view) => view.best(),
  committed: (view) => [view.top(COMMITTED, 5), view.homeSize(COMMITTED)],
  frontier: (view) => [view.top(FRONTIER, 5), view.homeSize(FRONTIER)],
  offspring: (view) => view.offspring(idOf(41), 9),
  attempts: (view) => view.attempts(idOf(41)),
  annotations: (view) => view.remarks({ kind: 'annotation' }, 5),
  'annotations of one': (view) => view.remarks({ kind: 'annotation', experiment: idOf(41) }, 5),
  'annotations of a task': (view) => view.remarks({ kind: 'annotation', task: 'task 7' }, 5),
  notes: (view) => view.remarks({ kind: 'note' }, 5),
  hints: (view) => view.remarks({ kind: 'hint' }, 20),
  unfinished: (view) => [view.unfinished(5), view.unplaced()],
  'mended and tried again': (_view, journal) =>
    journal.append(() => [{ type: 'retried', experiment: idOf(2), reason: 'a gate' }]),
  infra: (view) => view.remarks({ kind: 'infra' }, 5),
  directives: (view) => view.directives(9),
  gates: (view) => gatesFor(view, idOf(41), true),
  argmax: rule({ kind: 'argmax' }),
  'top-k': rule({ kind: 'top-k', k: 5 }),
  new: (_view, journal) => propose(journal, 'root'),
};

const BY_TASK: Readonly<Record<string, Ask>> = {
  leaders: (view) => view.leaders(FRONTIER, []),
  'leaders without some': (view) => view.leaders(FRONTIER, [idOf(1), idOf(3)]),
  'pareto-per-task': rule({ kind: 'pareto-per-task', k: 5, floor: 0 }),
  'an attempt': (_view, journal) => attempt(journal, propose(journal, idOf(1)), 'committed', 1e6, { tasks }),
};

const tasks = Object.fromEntries(Array.from({ length: TASKS }, (_, task) => [`task ${task}`, 0.5]));

describe.skipIf(!existsSync(COUNTER))('experiments: pages read (needs /proc/thread-self/io)', () => {
  it('are as many for each question, a new experiment and an attempt in a large tree as in a small one', () => {
    const stateDir = join(folder, 'tree');
    const [small, large] = [FEW, MANY].map((experiments) => {
      fill(stateDir, experiments);
      const reads = (asks: typeof PLAIN) =>
        Object.entries(asks).map(([name, ask]) => ({ name, reads: pagesRead(stateDir, ask) }));
      return { plain: reads(PLAIN), byTask: reads(BY_TASK) };
    });
    const grown = (of: 'plain' | 'byTask', allowed: number) =>
      large?.[of].filter(({ reads }, index) => reads > (small?.[of][index]?.reads ?? 0) + allowed);
    expect(grown('plain', DEEPER + 10)).toEqual([]);
    expect(grown('byTask', DEEPER_BY_TASK)).toEqual([]);

    const database = openDatabase(join(stateDir, STORE));
    database.exec('drop index entry_status');
    database.close();
    expect(
      pagesRead(stateDir, (view) => view.experiments('discarded', 5)),
      'without an index',
    ).toBeGreaterThan(MANY / 10);
  });
});

function fill(stateDir: string, experiments: number): void {
  const store = openStore(stateDir);
  const journal = store.journal('r1');
  if (journal.view().run() === undefined) openLab(journal, 0);
  growTree(journal, experiments, { tasks: TASKS });
  store.close();
}
