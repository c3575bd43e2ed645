import { drawnAuthor, type Named } from '../domain/author.ts';
import type { Lens } from '../domain/lens.ts';
import { rng } from '../domain/rng.ts';
import type { Variation } from './variation.ts';

/**
 * Leaves every change to one of the authors, drawn by weight, each with a lens of its own. Crossing has its direction already; the others take
 * lenses in an order drawn anew for every generation, so that they differ within it while there are enough.
 */
export function authored(lenses: readonly Lens[], authors: readonly Named[]): Variation {
  return {
    questions: () => [],
    begin(view) {
      const run = view.run();
      if (run === undefined) throw new Error('the run is not open');
      const batch = run.batch + 1;
      // The first generation spans the widest range: lenses come with the widest apart first.
      const order = batch === 1 ? [...lenses] : shuffled(lenses, run.config.fixed.seed, batch);
      let next = 0;
      return {
        memos: () => [],
        draw({ id, operation }) {
          const by = drawnAuthor(authors, run.config.fixed.seed, id) ?? 'agent';
          if (operation === 'cross') return { by };
          const lens = order[next++ % order.length];
          return lens === undefined ? { by } : { by, lens: lens.name };
        },
      };
    },
  };
}

function shuffled(lenses: readonly Lens[], seed: number, batch: number): Lens[] {
  const random = rng(seed, 'lens', batch);
  return lenses
    .map((lens) => ({ lens, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ lens }) => lens);
}
