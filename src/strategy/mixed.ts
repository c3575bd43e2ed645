import { structural } from './structural.ts';
import { tuning } from './tuning.ts';
import type { Variation } from './variation.ts';

/** Numbers and structure in turns; what can't be tuned, such as a cross of two structures, is left to the tree. */
export function mixed(): Variation {
  const [numbers, tree] = [tuning(), structural()];
  return {
    questions: (view, parents) => numbers.questions(view, parents),
    begin(view) {
      const [tune, syntax] = [numbers.begin(view), tree.begin(view)];
      return {
        memos: () => tune.memos(),
        draw: (slot) => ((slot.batch + slot.ord) % 2 === 0 ? tune.draw(slot) : undefined) ?? syntax.draw(slot),
      };
    },
  };
}
