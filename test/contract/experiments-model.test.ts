import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { byRankKey, rankKey } from '../../src/domain/compare.ts';
import { COMMITTED, FRONTIER, NO_STATUSES, STATUSES, type Status } from '../../src/domain/experiment.ts';
import type { Journal } from '../../src/domain/journal.ts';
import { leadersAmong } from '../../src/domain/leader.ts';
import type { Entry, View } from '../../src/domain/view.ts';
import { memoryJournal, openStore } from '../../src/journal/journal.ts';
import { openLab } from '../fake/experiments.ts';
import { all, eventsOf, type Move, move } from '../fake/moves.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-experiments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let stores = 0;

const walk = fc.array(move, { minLength: 20, maxLength: 60 });

describe('experiments', () => {
  it('come to what follows from each of them', () => {
    fc.assert(
      fc.property(walk, (moves) => {
        const journal = memoryJournal('r1', clock());
        openLab(journal, 1);
        for (const one of moves) {
          play(journal, one);
          expect(outcome(journal.view())).toEqual(truth(journal.view()));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('come to the same in memory and in the store', () => {
    fc.assert(
      fc.property(walk, (moves) => {
        const journals = [memoryJournal('r1', clock()), storeJournal()];
        for (const journal of journals) {
          openLab(journal, 1);
          for (const one of moves) play(journal, one);
        }
        const [memory, sqlite] = journals.map((journal) => answers(journal.view()));
        expect(sqlite).toEqual(memory);
      }),
      { numRuns: 30 },
    );
  });
});

function play(journal: Journal, one: Move): void {
  journal.append((view) => eventsOf(view, one));
}

/** A store of its own, so that events have the same numbers as in memory. */
const storeJournal = (): Journal => openStore(join(folder, String(stores++)), clock()).journal('r1');

function clock(): () => number {
  let time = 1000;
  return () => time++;
}

/** What is asked of the view as a whole. */
function outcome(view: View) {
  const run = view.run();
  const { proposed, candidates, scored, invalid, broken, added, open } = view.counts();
  return {
    statuses: run?.statuses,
    counts: { proposed, candidates, scored, invalid, broken, added, open },
    committed: view.top(COMMITTED, 999).map(idIn).sort(),
    frontier: view.top(FRONTIER, 999).map(idIn).sort(),
    marks: all(view).map((entry) => [idIn(entry), entry.experiment?.invalid, entry.experiment?.branches]),
    best: run?.noisy === true ? undefined : rankOf(view.best()),
    isBestAlive: view.best()?.alive ?? 'none',
    leaders: view.leaders(FRONTIER, []),
    leases: Object.entries(run?.leases ?? {}).sort(),
    sizes: [view.homeSize(COMMITTED), view.homeSize(FRONTIER)],
  };
}

/** The same, worked out from every entry by itself. */
function truth(view: View): ReturnType<typeof outcome> {
  const [run, entries] = [view.run(), all(view)];
  const others = entries.filter(({ proposal }) => proposal.operator !== 'seed');
  const number = (wanted: (entry: Entry) => boolean): number => others.filter(wanted).length;
  const invalid = (entry: Entry): string | undefined => {
    if (entry.experiment?.status === 'pruned' && entry.experiment.laid?.kind === 'invalid') return idIn(entry);
    const parent = entry.proposal.operator === 'seed' ? undefined : view.entry(entry.proposal.parents[0]);
    return parent === undefined ? undefined : invalid(parent);
  };
  const counts = (entry: Entry): boolean =>
    (is(entry, 'committed') || is(entry, 'pruned')) &&
    entry.placement?.kind === 'kept' &&
    entry.evaluation?.outcome === 'scored' &&
    entry.evaluation.epoch === run?.epoch &&
    invalid(entry) === undefined;
  const branches = (entry: Entry): number =>
    number((one) => one.proposal.parents[0] === idIn(entry) && is(one, 'committed') && counts(one));
  const committed = entries.filter(counts);
  const frontier = committed.filter((entry) => is(entry, 'committed') && branches(entry) === 0);
  const since = ({ homes = [] }: Entry): number => homes.find(({ name }) => name === FRONTIER)?.since ?? 0;
  const statuses = STATUSES.map((status) => [status, number((entry) => is(entry, status))] as const);
  const ranks = committed.map(rankOf).sort(byRankKey);
  return {
    statuses: { ...NO_STATUSES, ...Object.fromEntries(statuses) },
    counts: {
      proposed: others.length,
      candidates: number(({ candidate }) => candidate !== undefined),
      scored: number(({ evaluation }) => evaluation?.outcome === 'scored'),
      invalid: number(({ evaluation }) => evaluation?.outcome === 'invalid'),
      broken: number(({ evaluation }) => evaluation?.outcome === 'broken'),
      added: number(({ placement }) => placement?.kind === 'kept'),
      open: number(({ placement }) => placement === undefined),
    },
    committed: committed.map(idIn).sort(),
    frontier: frontier.map(idIn).sort(),
    marks: entries.map((entry) => [idIn(entry), invalid(entry), branches(entry)]),
    best: run?.noisy === true ? undefined : (ranks[0] ?? null),
    isBestAlive: committed.length === 0 ? 'none' : true,
    leaders: leadersAmong(
      frontier.toSorted((a, b) => since(a) - since(b)),
      'max',
    ),
    leases: others
      .concat(entries[0] ?? [])
      .flatMap((one) => (one.experiment?.place?.kind === 'pool' ? [[one.experiment.place.where, idIn(one)]] : []))
      .sort() as [string, string][],
    sizes: [committed.length, frontier.length],
  };
}

const idIn = ({ proposal }: Entry): string => proposal.id;
const is = ({ experiment }: Entry, status: Status): boolean => experiment?.status === status;
const rankOf = (entry: Entry | undefined): number | null =>
  entry?.evaluation === undefined ? null : rankKey(entry.evaluation, 'max');

/** Every question that a view answers about experiments. */
function answers(view: View) {
  const ids = all(view).map(idIn);
  const homes = [COMMITTED, FRONTIER];
  return {
    run: view.run(),
    counts: view.counts(),
    entries: all(view),
    best: view.best(),
    homes: homes.map((home) => [view.top(home, 999), view.homeSize(home), view.worst(home), view.claims(home, 0, 999)]),
    parts: homes.map((home) => [view.top(home, 2), view.claims(home, 1, 2)]),
    placed: view.placed(999),
    ranking: view.ranking(999),
    history: view.history(999),
    improvements: view.improvements(999),
    unplaced: [view.unplaced(), view.unfinished(9)],
    experiments: STATUSES.map((status) => [view.experiments(status, 99), view.experiments(status, 2, 1)]),
    of: ids.map((id) => [
      view.kin(id),
      view.offspring(id, 99),
      view.offspring(id, 1),
      view.children(id, 99),
      view.lineage(id, 99),
      view.attempts(id),
      view.remarks({ kind: 'annotation', experiment: id }, 99),
      view.remarks({ kind: 'annotation', experiment: id, task: 't1' }, 99),
      view.remarks({ kind: 'note', experiment: id }, 1),
      view.leaders(FRONTIER, [id]),
      view.leaders(COMMITTED, [id]),
    ]),
    remarks: [
      view.remarks({ kind: 'annotation' }, 3),
      view.remarks({ kind: 'annotation', task: 't2' }, 99),
      view.remarks({ kind: 'note' }, 99),
      view.remarks({ kind: 'note', general: true }, 99),
      view.remarks({ kind: 'infra' }, 99),
      view.remarks({ kind: 'hint' }, 99),
      view.remarks({ kind: 'alert' }, 2),
    ],
    directives: [view.directives(99), view.directives(2)],
    gates: view.nodeGates(),
    leaders: homes.map((home) => [view.leaders(home, []), view.leaders(home, ids.slice(0, 3))]),
  };
}
