import type { Ask } from '../domain/strategy.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { budgetRule, plural } from './stop-rule.ts';

type Finish = Extract<Ask, { kind: 'finish' }>;

/** Without any budget a run ends after so many evaluations, or so many without a new best. */
export const UNLESS_TOLD = { evaluations: 100, plateau: 40 };

export interface Limits {
  readonly evaluations?: number;
  readonly plateau?: number;
}

/** When a run that breeds no generations ends by itself. */
export function limitsOf({ config }: Pick<RunFacts, 'config'>): Limits {
  const { budget, plateau, stopWhen, stopAt } = config.adjustable;
  const told =
    Object.values(budget).some((most) => most !== undefined) || plateau !== undefined || stopWhen !== undefined;
  const own = {
    ...(budget.evaluations === undefined ? {} : { evaluations: budget.evaluations }),
    ...(plateau === undefined ? {} : { plateau }),
  };
  return told || stopAt !== undefined ? own : UNLESS_TOLD;
}

/** The first rule that holds ends the run; asked before anything more is spent. */
export function steadyEnd(view: View, run: RunFacts, now: number): Finish | undefined {
  const { evaluations, plateau } = limitsOf(run);
  const spent = budgetRule(view, run, now, evaluations);
  if (spent !== undefined) return spent;
  const { charged, idle } = view.counts();
  const since = charged - idle - (run.bestAt ?? 0);
  if (plateau !== undefined && since >= plateau)
    return { kind: 'finish', cause: 'plateau', reason: `no better candidate for ${plural(plateau, 'evaluation')}` };
  return undefined;
}
