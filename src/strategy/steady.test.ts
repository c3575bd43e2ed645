import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import type { Journal } from '../domain/journal.ts';
import { rng } from '../domain/rng.ts';
import type { Entry } from '../domain/view.ts';
import { memoryJournal } from '../journal/journal.ts';
import { search } from './strategy.ts';

const SEED = [1, 2.5, 40];
const score = (numbers: readonly number[]) => -numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0);
const sometimesInvalid = (numbers: readonly number[]) => ((numbers[0] ?? 0) > 1.2 ? undefined : score(numbers));

function fresh(evaluations: number, adjustable = {}): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, { budget: { evaluations }, ...adjustable }, 'patient'), SEED, score(SEED));
  return journal;
}

/** Lanes that take turns in an order of their own. */
const uneven = (order: number) => {
  const random = rng(order, 'order');
  const pause = async () => {
    for (let turn = random.int(6); turn > 0; turn--) await Promise.resolve();
  };
  return fakeLanes({ seed: SEED, score: sometimesInvalid, pause });
};

const entriesOf = (journal: Journal): readonly Entry[] => journal.view().entriesAfter(0, 0, 10_000);

describe('steady', () => {
  it('names proposals by their number, one to a batch, and places each once', async () => {
    const journal = fresh(25);
    await driveFake(journal, uneven(1), { width: 3 });
    const entries = entriesOf(journal);
    expect(entries.map(({ proposal }) => proposal.id)).toEqual(entries.map((_, index) => `c${index + 1}`));
    expect(entries.map(({ proposal }) => [proposal.batch, proposal.ord])).toEqual(entries.map((_, at) => [at + 1, 1]));
    expect(journal.view().counts()).toMatchObject({ charged: 25, open: 0 });
    const placed = journal.read(0, 10_000).flatMap(({ event }) => (event.type === 'placed' ? [event.proposal] : []));
    expect(new Set(placed).size).toBe(placed.length);
    expect(placed.length).toBe(entries.length + 1);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'finished', cause: 'evaluations' });
  });

  it('keeps its lanes full to the end', async () => {
    const journal = fresh(40);
    await driveFake(journal, uneven(2), { width: 4 });
    let [open, most] = [0, 0];
    for (const { event } of journal.read(5, 10_000)) {
      if (event.type === 'proposed') open++;
      if (event.type === 'placed') open--;
      most = Math.max(most, open);
    }
    expect([open, most]).toEqual([0, 4]);
  });

  it('gives every tenth turn to the control arm, and others their shares of large changes and merges', () => {
    const journal = fresh(100_000);
    const config = journal.view().run()?.config;
    if (config === undefined) throw new Error('open the run first');
    const strategy = search(config, {
      questions: () => [],
      begin: () => ({ draw: () => ({ by: 'x' }), memos: () => [] }),
    });
    for (let nth = 1; nth <= 1000; nth++) {
      const ask = strategy.ask(journal.view(), 1, 0);
      if (ask.kind !== 'propose') throw new Error(ask.kind);
      const [proposal] = ask.proposals;
      if (proposal === undefined) throw new Error('nothing is proposed');
      const { id, parents } = proposal;
      const evaluation = { outcome: 'scored' as const, epoch: 0, samples: [nth % 97], comparisons: [], metrics: {} };
      journal.append(() => [
        { type: 'proposed', proposal },
        { type: 'applied', candidate: { id, proposal: id, parents, commit: id, tree: id, summary: '' } },
        { type: 'evaluated', candidate: id, evaluation: { ...evaluation, channel: 'number', stages: [] } },
        { type: 'placed', proposal: id, placement: { kind: 'kept', home: 'pool', evicted: [] } },
      ]);
    }
    const proposals = entriesOf(journal).map(({ proposal }) => proposal);
    const control = proposals.filter(({ arm }) => arm === 'control');
    expect(control.map(({ batch }) => batch)).toEqual(Array.from({ length: 100 }, (_, index) => 10 * (index + 1)));
    expect(control.every(({ parents, inspirations }) => parents.join() === 'seed' && inspirations.length === 0)).toBe(
      true,
    );
    const own = proposals.filter(({ arm }) => arm === undefined);
    for (const operation of ['cross', 'fresh'] as const) {
      const share = own.filter(({ operator }) => operator === operation).length / own.length;
      expect(share).toBeGreaterThan(0.07);
      expect(share).toBeLessThan(0.13);
    }
    for (const { operator, parents } of own) expect(new Set(parents).size).toBe(operator === 'cross' ? 2 : 1);
  });

  it('comes to the same at width 1, however long anything takes', async () => {
    const [one, other] = [fresh(30), fresh(30)];
    await driveFake(one, fakeLanes({ seed: SEED, score: sometimesInvalid }));
    await driveFake(other, uneven(3));
    expect(outcomeOf(other.view())).toEqual(outcomeOf(one.view()));
    expect(one.view().run()?.bests).toBeGreaterThan(1);
  });

  it('comes to the same at width 1 when killed at any append and driven on', async () => {
    const whole = fresh(8);
    const counted = dying(whole, Number.POSITIVE_INFINITY);
    await driveFake(counted, fakeLanes({ seed: SEED, score: sometimesInvalid }));
    expect(counted.appends()).toBeGreaterThan(25);
    for (let at = 1; at <= counted.appends(); at++) {
      const journal = fresh(8);
      const lanes = () => fakeLanes({ seed: SEED, score: sometimesInvalid });
      await expect(driveFake(dying(journal, at), lanes())).rejects.toThrow('killed');
      await driveFake(journal, lanes());
      expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
    }
  });

  it('places every proposal once at width 3 when killed at any append and driven on', async () => {
    for (let at = 1; at <= 30; at++) {
      const journal = fresh(8);
      await expect(driveFake(dying(journal, at), uneven(at), { width: 3 })).rejects.toThrow('killed');
      await driveFake(journal, uneven(at + 1), { width: 3 });
      const events = journal.read(0, 10_000).map(({ event }) => event);
      const proposed = events.flatMap((event) => (event.type === 'proposed' ? [event.proposal.id] : []));
      const placed = events.flatMap((event) => (event.type === 'placed' ? [event.proposal] : []));
      expect([...placed].sort()).toEqual([...proposed].sort());
      expect(journal.view().counts()).toMatchObject({ charged: 8, open: 0 });
    }
  });
});

/** A journal whose process dies just after the commit of the n-th append. */
function dying(journal: Journal, at: number): Journal & { appends(): number } {
  let appends = 0;
  return {
    ...journal,
    appends: () => appends,
    append(decide) {
      appends += 1;
      if (appends > at) throw new Error('killed');
      const recorded = journal.append(decide);
      if (appends === at) throw new Error('killed');
      return recorded;
    },
  };
}
