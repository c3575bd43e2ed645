import { drawnAuthor, type Named } from '../domain/author.ts';
import type { Lens } from '../domain/lens.ts';
import { rng } from '../domain/rng.ts';
import type { Memo } from '../domain/strategy.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { authorInTurn } from './authorship.ts';
import type { Slot, Variation } from './variation.ts';

/**
 * Leaves every change to one of the authors, with a lens of its own. Crossing has its direction already; the others take
 * lenses in an order drawn anew for every generation, or without generations for every round of them, so that they differ while
 * there are enough.
 */
export function authored(lenses: readonly Lens[], authors: readonly Named[]): Variation {
  return {
    questions: () => [],
    begin(view) {
      const run = view.run();
      if (run === undefined) throw new Error('the run is not open');
      const isSteady = run.config.identity.strategy !== 'generations';
      const lensFor = isSteady ? inRounds(lenses, run) : inBatch(lenses, run);
      const memos: Memo[] = [];
      return {
        memos: () => memos,
        draw(slot) {
          const by = (isSteady ? inTurn(view, authors, slot, memos) : undefined) ?? byWeight(authors, run, slot);
          const lens = slot.operation === 'cross' ? undefined : lensFor(slot);
          return lens === undefined ? { by } : { by, lens: lens.name };
        },
      };
    },
  };
}

/** The same at any width, and for plain samples the same whatever was learned. */
const byWeight = (authors: readonly Named[], { config }: RunFacts, { id }: Slot): string =>
  drawnAuthor(authors, config.fixed.seed, id) ?? 'agent';

/** By what each has brought for its cost; undefined where there is no choice, or nothing may be learned from. */
function inTurn(view: View, authors: readonly Named[], { plain }: Slot, memos: Memo[]): string | undefined {
  if (plain === true || authors.length < 2) return undefined;
  const { by, memo } = authorInTurn(view, authors);
  memos.push(memo);
  return by;
}

type LensFor = (slot: Slot) => Lens | undefined;

/** The first generation spans the widest range: lenses come with the widest apart first. */
function inBatch(lenses: readonly Lens[], { batch, config }: RunFacts): LensFor {
  const order = batch === 0 ? lenses : shuffled(lenses, config.fixed.seed, batch + 1);
  let next = 0;
  return () => order[next++ % order.length];
}

/** One proposal after the other; no two in a row have the same lens where there are two. */
function inRounds(lenses: readonly Lens[], { config }: RunFacts): LensFor {
  const count = lenses.length;
  // Two have but one order in which neither comes twice in a row.
  const orderOf = (round: number): readonly Lens[] =>
    round === 0 || count < 3 ? lenses : shuffled(lenses, config.fixed.seed, round);
  return ({ batch }) => {
    const [round, at] = [Math.floor((batch - 1) / count), (batch - 1) % count];
    const order = orderOf(round);
    const repeats = round > 0 && count > 2 && order[0] === orderOf(round - 1).at(-1);
    // The last of a round stays where it is.
    return order[repeats && at < 2 ? 1 - at : at];
  };
}

function shuffled(lenses: readonly Lens[], seed: number, batch: number): Lens[] {
  const random = rng(seed, 'lens', batch);
  return lenses
    .map((lens) => ({ lens, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ lens }) => lens);
}
