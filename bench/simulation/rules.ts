import { POOL, type Selection } from '../../src/archive/archive.ts';
import { distant } from '../../src/archive/selection.ts';
import type { Preset, RunConfig } from '../../src/domain/config.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import { search, type Variation } from '../../src/strategy/strategy.ts';

/** A search in the comparison: a preset of the product. */
export interface Rule {
  readonly name: string;
  readonly preset: Preset;
  /** Share of plain proposals from the seed. */
  readonly control?: number;
  readonly strategy: (run: RunConfig, variation: Variation) => Strategy;
}

const preset = (name: Preset): Rule => ({ name, preset: name, strategy: search });

/** One of the five best, whichever. */
export const topFive: Selection = {
  parent(view, random) {
    const best = view.claims(POOL, 0, 5);
    return best[random.int(best.length)]?.id;
  },
  mate: (view, parent) => distant(view, parent),
};

export const RULES: readonly Rule[] = [
  preset('patient'),
  preset('greedy'),
  preset('generations'),
  preset('best-of-n'),
  preset('grid'),
  preset('pareto'),
  preset('islands'),
];
