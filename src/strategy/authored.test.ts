import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configOf, SEED } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import { DOMAINS, lensesOf } from '../domain/lens.ts';
import { memoryJournal } from '../journal/journal.ts';
import { authored } from './authored.ts';
import { operations } from './operations.ts';
import type { Slot } from './variation.ts';

it('gives every proposal of a generation another lens while there are enough', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DOMAINS),
      fc.nat(),
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (domain, seed, k, generation) => {
        const journal = memoryJournal('r1', () => 0);
        open(journal, configOf({ seed }, { k, operator: 'agent' }), [1], 1);
        const run = journal.view().run();
        if (run === undefined) throw new Error('the run is not open');
        const view = { ...journal.view(), run: () => ({ ...run, batch: generation - 1 }) };
        const batch = authored(lensesOf({ domain, lenses: [], goal: '' }), [
          { name: 'agent', agent: 'agent', weight: 1 },
        ]).begin(view);
        const planned =
          generation === 1 ? Array.from({ length: k }, () => 'mutate' as const) : operations(k, generation);
        const drawn = planned.map((operation, ord) =>
          batch.draw({ id: `${SEED}-${ord}`, batch: generation, ord, operation, parents: [] }),
        );
        const lenses = drawn.flatMap((draw) => draw?.lens ?? []);
        expect(new Set(lenses).size).toBe(lenses.length);
        expect(lenses.length).toBe(planned.filter((operation) => operation !== 'cross').length);
        expect(drawn.every((draw) => draw?.by === 'agent')).toBe(true);
      },
    ),
  );
});

describe('several authors', () => {
  const drawn = (seed: number, weights: readonly number[], count: number): readonly (string | undefined)[] => {
    const journal = memoryJournal('r1', () => 0);
    open(journal, configOf({ seed }, { operator: 'agent' }), [1], 1);
    const authors = weights.map((weight, index) => ({ name: `a${index}`, agent: `a${index}`, weight }));
    const batch = authored([], authors).begin(journal.view());
    return Array.from({ length: count }, (_, ord) => {
      return batch.draw({ id: `gen1-${ord}`, batch: 1, ord, operation: 'mutate', parents: [] })?.by;
    });
  };

  it('get work by their weights, in the long run', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        (seed, weights) => {
          const names = drawn(seed, weights, 1500);
          const sum = weights.reduce((total, weight) => total + weight, 0);
          for (const [index, weight] of weights.entries()) {
            const share = names.filter((name) => name === `a${index}`).length / names.length;
            expect(Math.abs(share - weight / sum)).toBeLessThan(0.07);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are drawn the same by the same seed, one of weight 0 never', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(drawn(seed, [1, 2], 40)).toEqual(drawn(seed, [1, 2], 40));
        expect(drawn(seed, [0, 3, 0], 40)).toEqual(Array.from({ length: 40 }, () => 'a1'));
      }),
      { numRuns: 20 },
    );
    expect(drawn(1, [1, 1], 40)).not.toEqual(drawn(2, [1, 1], 40));
  });
});

describe('without generations', () => {
  const AUTHORS = ['a', 'b'].map((name) => ({ name, agent: name, weight: 1 }));

  function opened(seed: number) {
    const journal = memoryJournal('r1', () => 0);
    open(journal, configOf({ seed }, { operator: 'agent' }, 'patient'), [1], 1);
    return journal;
  }
  const slot = (nth: number, more: Partial<Slot> = {}): Slot => ({
    ...{ id: `c${nth}`, batch: nth, ord: 1, operation: 'mutate', parents: [] },
    ...more,
  });

  it('lenses come in rounds, and no two in a row are the same', () => {
    const anyLenses = fc
      .integer({ min: 2, max: 9 })
      .map((count) => Array.from({ length: count }, (_, index) => ({ name: `lens ${index}`, text: '' })));
    fc.assert(
      fc.property(fc.nat(), anyLenses, (seed, lenses) => {
        const view = opened(seed).view();
        const count = 6 * lenses.length;
        const drawn = Array.from(
          { length: count },
          (_, index) =>
            authored(lenses, AUTHORS)
              .begin(view)
              .draw(slot(index + 1))?.lens,
        );
        for (let at = 0; at < count; at += lenses.length)
          expect(new Set(drawn.slice(at, at + lenses.length)).size).toBe(lenses.length);
        for (let at = 1; at < count; at++) expect(drawn[at]).not.toBe(drawn[at - 1]);
      }),
      { numRuns: 30 },
    );
  });

  it('one author is nothing to remember; several are, but for plain samples', () => {
    const memos = (count: number, more: Partial<Slot> = {}) => {
      const batch = authored([], AUTHORS.slice(0, count)).begin(opened(1).view());
      batch.draw(slot(1, more));
      return batch.memos().map(({ key }) => key);
    };
    expect(memos(1)).toEqual([]);
    expect(memos(2)).toEqual(['authors']);
    expect(memos(2, { plain: true })).toEqual([]);
  });
});
