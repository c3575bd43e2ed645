import fc from 'fast-check';
import { expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import { DOMAINS, lensesOf } from '../domain/lens.ts';
import { memoryJournal } from '../journal/journal.ts';
import { authored } from './authored.ts';
import { SEED } from './generations.ts';
import { operations } from './operations.ts';

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
