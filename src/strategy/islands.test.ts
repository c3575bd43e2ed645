import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { dying } from '../../test/fake/dying.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import { type Adjustable, ISLANDS, type Islands } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import { rng } from '../domain/rng.ts';
import { memoryJournal } from '../journal/journal.ts';
import { placementOf } from '../loop/place.ts';
import { search } from './strategy.ts';

const SEED = [1, 2.5, 40];
const score = (numbers: readonly number[]) => -numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0);
const sometimesInvalid = (numbers: readonly number[]) => ((numbers[0] ?? 0) > 1.2 ? undefined : score(numbers));
const lanes = () => fakeLanes({ seed: SEED, score: sometimesInvalid });

function fresh(adjustable: Partial<Adjustable> = {}, islands: Partial<Islands> = {}): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({ islands: { ...ISLANDS, ...islands } }, adjustable, 'islands'), SEED, score(SEED));
  return journal;
}

const proposalsOf = (journal: Journal) =>
  journal
    .view()
    .entriesAfter(0, 0, 10_000)
    .map(({ proposal }) => proposal);

describe('a run of islands', () => {
  it.each([1, 3])('makes as many proposals as it has iterations, whatever comes of them, %i at once', async (width) => {
    const journal = fresh({ iterations: 12 });
    await driveFake(journal, lanes(), { width });
    expect(proposalsOf(journal).map(({ id, home }) => [id, home])).toEqual(
      Array.from({ length: 12 }, (_, at) => [`c${at + 1}`, `island-${at % 3}`]),
    );
    expect(journal.view().counts()).toMatchObject({ proposed: 12, open: 0, control: 0, idle: 0, partner: 0 });
    expect(journal.view().counts().invalid).toBeGreaterThan(0);
    expect(journal.view().run()?.end).toEqual({ kind: 'finished', cause: 'iterations', reason: '12 iterations done' });
  });

  it('has ten unless told, and goes on for more', async () => {
    const journal = fresh();
    await driveFake(journal, lanes());
    expect(journal.view().run()?.end).toMatchObject({ reason: '10 iterations done' });
    const adjustable = { ...configOf().adjustable, iterations: 13 };
    journal.append(() => [{ type: 'configured', adjustable }]);
    await driveFake(journal, lanes());
    expect(journal.view().counts().proposed).toBe(13);
    const whole = fresh({ iterations: 13 });
    await driveFake(whole, lanes());
    expect(people(journal)).toEqual(people(whole));
    expect(proposalsOf(journal)).toEqual(proposalsOf(whole));
  });

  it('ends before at other limits alone where they are given', async () => {
    const most = async (adjustable: Partial<Adjustable>) => {
      const journal = fresh({ iterations: 150, ...adjustable });
      await driveFake(journal, fakeLanes({ seed: SEED, score: () => score(SEED) }));
      return [journal.view().counts().proposed, journal.view().run()?.end?.cause];
    };
    expect(await most({})).toEqual([150, 'iterations']);
    expect(await most({ plateau: 9 })).toEqual([9, 'plateau']);
    expect(await most({ budget: { evaluations: 7 } })).toEqual([7, 'evaluations']);
  });

  it('has plain changes of the seed where they are asked for', async () => {
    const journal = fresh({ iterations: 12, control: 0.25 });
    await driveFake(journal, lanes());
    expect(proposalsOf(journal).flatMap(({ id, arm }) => (arm === 'control' ? [id] : []))).toEqual(['c4', 'c8', 'c12']);
  });

  it('comes to the same at width 1 when killed before or after any append and driven on', async () => {
    const settings = [{ iterations: 6 }, { capacity: 1, interval: 2 }] as const;
    const whole = fresh(...settings);
    const counted = dying(whole, Number.POSITIVE_INFINITY, 'after');
    await driveFake(counted, lanes());
    expect(counted.appends()).toBeGreaterThan(20);
    const copies = whole.read(0, 10_000).flatMap(({ event }) => {
      return event.type === 'placed' && event.placement.kind === 'kept' ? (event.placement.copies ?? []) : [];
    });
    expect(copies.some(({ evicted }) => evicted.length > 0)).toBe(true);
    for (const moment of ['before', 'after'] as const)
      for (let at = 1; at <= counted.appends(); at++) {
        const journal = fresh(...settings);
        await expect(driveFake(dying(journal, at, moment), lanes())).rejects.toThrow('killed');
        await driveFake(journal, lanes());
        expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
        expect(people(journal)).toEqual(people(whole));
      }
  });
});

const people = (journal: Journal) =>
  [0, 1, 2].map((nth) =>
    journal
      .view()
      .top(`island-${nth}`, 99)
      .map(({ proposal }) => proposal.id),
  );

const TURNS = 3000;

interface Turn {
  readonly home: string;
  /** Of the parent on its island; -1 where it does not live there. */
  readonly rank: number;
  readonly size: number;
}

/** A long run of scores that scatter and rise, so that there is always somebody new to copy: what each turn was drawn from, and which turns copied. */
function longRun(): {
  readonly turns: readonly Turn[];
  readonly copied: readonly number[];
  readonly sizes: Set<number>;
} {
  const journal = fresh({ iterations: TURNS });
  const config = journal.view().run()?.config;
  if (config === undefined) throw new Error('open the run first');
  const strategy = search(config, {
    questions: () => [],
    begin: () => ({ draw: () => ({ by: 'x' }), memos: () => [] }),
  });
  const random = rng(3, 'scores');
  const turns: Turn[] = [];
  const copied: number[] = [];
  const sizes = new Set<number>();
  for (;;) {
    const view = journal.view();
    const ask = strategy.ask(view, 1, 0);
    if (ask.kind !== 'propose') return { turns, copied, sizes };
    const [proposal] = ask.proposals;
    if (proposal === undefined) throw new Error('nothing is proposed');
    const { id, parents, home } = proposal;
    const ids = view.claims(home, 0, 999).map((claim) => claim.id);
    turns.push({ home, rank: ids.indexOf(parents[0]), size: ids.length });
    const scored = {
      outcome: 'scored',
      epoch: 0,
      samples: [random.next() + turns.length / 1000],
      comparisons: [],
      metrics: {},
    } as const;
    journal.append(() => [
      { type: 'proposed', proposal },
      { type: 'applied', candidate: { id, proposal: id, parents, commit: id, tree: id, summary: '' } },
      { type: 'evaluated', candidate: id, evaluation: { ...scored, channel: 'number', stages: [] } },
    ]);
    const before = view.counts().added;
    const entry = view.entry(id);
    if (entry === undefined) throw new Error(`no ${id}`);
    const placement = placementOf(strategy, view, entry);
    journal.append(() => [{ type: 'placed', proposal: id, placement }]);
    if (placement.copies !== undefined) copied.push(before + 1);
    for (const nth of [0, 1, 2]) sizes.add(view.homeSize(`island-${nth}`));
  }
}

/** So many standard deviations either way; the draws are the same every time. */
const within = (count: number, many: number, share: number): boolean =>
  Math.abs(count - many * share) <= 3 * Math.sqrt(many * share * (1 - share));

describe('a long run of islands', () => {
  const { turns, copied, sizes } = longRun();
  const full = turns.filter(({ size }) => size === ISLANDS.capacity);

  it('goes round, and has a parent of the island whose turn it is', () => {
    expect(turns).toHaveLength(TURNS);
    expect(turns.every(({ home }, at) => home === `island-${at % 3}`)).toBe(true);
    expect(turns.every(({ rank }) => rank >= 0)).toBe(true);
  });

  it('has one of the top 3 in 70 of 100 turns, and else anyone', () => {
    expect(full.length).toBeGreaterThan(2000);
    const shareOf = (rank: number) => 0.3 / 40 + (rank < 3 ? 0.7 / 3 : 0);
    const top = full.filter(({ rank }) => rank < 3).length;
    expect(within(top, full.length, 0.7 + 0.3 * (3 / 40))).toBe(true);
    const counts = Array.from({ length: 40 }, (_, rank) => full.filter((turn) => turn.rank === rank).length);
    const chiSquare = counts.reduce((sum, count, rank) => {
      const expected = full.length * shareOf(rank);
      return sum + (count - expected) ** 2 / expected;
    }, 0);
    // 39 degrees of freedom: one in a hundred is beyond.
    expect(chiSquare).toBeLessThan(62.4);
  });

  it('copies with every tenth that is added, and no other', () => {
    expect(copied.length).toBeGreaterThan(80);
    expect(copied.every((nth) => nth % ISLANDS.interval === 0)).toBe(true);
  });

  it('never has more than 40 on an island', () => {
    expect(Math.max(...sizes)).toBe(ISLANDS.capacity);
  });
});
