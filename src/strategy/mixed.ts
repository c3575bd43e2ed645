import { rng } from '../domain/rng.ts';
import type { View } from '../domain/view.ts';
import { structural } from './structural.ts';
import { tuning } from './tuning.ts';
import type { Slot, Variation } from './variation.ts';

/** Numbers and structure in turns; what can't be tuned, such as a cross of two structures, is left to the tree. */
export function mixed(): Variation {
  const [numbers, tree] = [tuning(), structural()];
  return {
    questions: (view, parents) => numbers.questions(view, parents),
    begin(view) {
      const [tune, syntax] = [numbers.begin(view), tree.begin(view)];
      return {
        memos: () => tune.memos(),
        draw: (slot) => (isNumeric(view, slot) ? tune.draw(slot) : undefined) ?? syntax.draw(slot),
      };
    },
  };
}

/** In turns within a generation. Elsewhere drawn: turns would fall in with others that come every so often, as the control arm's do. */
function isNumeric(view: View, { batch, ord }: Slot): boolean {
  const run = view.run();
  if (run === undefined || run.config.identity.strategy === 'generations') return (batch + ord) % 2 === 0;
  return rng(run.config.fixed.seed, 'numeric', batch).next() < 0.5;
}
