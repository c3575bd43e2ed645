import type { RunConfig } from '../domain/config.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { plural } from '../lib/format.ts';
import { limitsOf } from '../strategy/strategy.ts';

/** Whether a run goes by generations; all others are told by evaluations. */
export const isBred = ({ identity }: Pick<RunConfig, 'identity'>): boolean => identity.strategy === 'generations';

/** Whether everybody whose score counts lives for good, so that nobody need be told who does. */
export const keepsAll = ({ identity: { strategy } }: Pick<RunConfig, 'identity'>): boolean =>
  strategy === 'patient' || strategy === 'greedy' || strategy === 'best-of-n' || strategy === 'ladder';

/** Evaluations of the search since it found its best; those that filled idle slots left out. */
export function sinceBest(view: View, { bestAt = 0 }: RunFacts): number {
  const { charged, idle } = view.counts();
  return Math.max(0, charged - idle - bestAt);
}

/** Where a run stands, in a word or two. */
export function whereText(view: View, run: RunFacts): string {
  if (isBred(run.config)) return `generation ${run.batch}`;
  const { charged, proposed, open } = view.counts();
  const { iterations } = limitsOf(run);
  if (iterations !== undefined) return `${proposed - open} of ${plural(iterations, 'iteration')}`;
  return `${charged} evaluation${charged === 1 ? '' : 's'}`;
}
