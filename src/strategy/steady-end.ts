import { forecast, LEAST_SPENT, LOOKED_AT } from '../domain/forecast.ts';
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
  const { budget, plateau, stopWhen } = config.adjustable;
  // A target is no limit: it may never be reached.
  const told =
    Object.values(budget).some((most) => most !== undefined) || plateau !== undefined || stopWhen !== undefined;
  const own = {
    ...(budget.evaluations === undefined ? {} : { evaluations: budget.evaluations }),
    ...(plateau === undefined ? {} : { plateau }),
  };
  return told ? own : UNLESS_TOLD;
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
  return forecastRule(view, run);
}

/** When too little is to be expected; what has never improved anything is given as long as a run that was told nothing. */
function forecastRule(view: View, { config }: RunFacts): Finish | undefined {
  const { stopWhen = [] } = config.adjustable;
  const { charged } = view.counts();
  if (stopWhen.length === 0 || charged < LEAST_SPENT) return undefined;
  const curve = view.improvements(LOOKED_AT);
  for (const { gain, evaluations } of stopWhen) {
    const expected = forecast(curve, charged, evaluations, config.fixed.direction);
    const wanted = `, less than ${percent(gain)}`;
    if (expected === undefined && charged >= UNLESS_TOLD.plateau && gain > 0)
      return {
        kind: 'finish',
        cause: 'forecast',
        reason: `nothing gained in ${plural(charged, 'evaluation')}`,
      };
    if (expected === undefined || expected.share >= gain) continue;
    const reason = `expected gain of the next ${plural(evaluations, 'evaluation')} is ${percent(expected.share)}${wanted}`;
    return { kind: 'finish', cause: 'forecast', reason };
  }
  return undefined;
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
