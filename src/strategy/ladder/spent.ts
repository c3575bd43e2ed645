import type { Ask } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { evaluationsLeft, minutesSpent, plural, purseEmpty } from '../stop-rule.ts';

export type Spent = Extract<Ask, { kind: 'finish' }>;

/** What of the budget is used up, so that nothing more may be begun. */
export function spentOf(view: View, run: RunFacts, now: number): Spent | undefined {
  const late = minutesSpent(run, now);
  if (late !== undefined) return { kind: 'finish', cause: 'minutes', reason: late };
  const { evaluations } = run.config.adjustable.budget;
  if (evaluationsLeft(view, run) <= 0)
    return {
      kind: 'finish',
      cause: 'evaluations',
      reason: `budget of ${plural(evaluations ?? 0, 'evaluation')} spent`,
    };
  return purseEmpty(run);
}
