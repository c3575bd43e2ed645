import { type Cap, capReached, tightestCap } from '../domain/budget.ts';
import { reaches, scoreOf } from '../domain/compare.ts';
import type { Ask } from '../domain/strategy.ts';
import type { RunFacts, View } from '../domain/view.ts';

type Finish = Extract<Ask, { kind: 'finish' }>;

/** Asked at a barrier, before anything more is spent: the first rule that holds ends the run. */
export function stopRule(view: View, run: RunFacts, now: number): Finish | undefined {
  const { generations, stale } = run.config.adjustable;
  const spent = budgetRule(view, run, now, run.config.adjustable.budget.evaluations);
  if (spent !== undefined) return spent;
  if (run.batch - run.bestBatch >= stale) {
    return { kind: 'finish', cause: 'plateau', reason: `no better candidate for ${plural(stale, 'generation')}` };
  }
  if (run.batch >= generations) {
    return { kind: 'finish', cause: 'generations', reason: `${plural(generations, 'generation')} bred` };
  }
  return undefined;
}

/** The rules that hold for every strategy: a target, and whatever is limited. */
export function budgetRule(
  view: View,
  run: RunFacts,
  now: number,
  evaluations: number | undefined,
): Finish | undefined {
  const { stopAt } = run.config.adjustable;
  const best = view.best()?.evaluation;
  const score = best === undefined ? null : scoreOf(best);
  if (stopAt !== undefined && score !== null && reaches(score, stopAt, run.config.fixed.direction)) {
    return { kind: 'finish', cause: 'target', reason: `reached the target of ${stopAt}` };
  }
  const late = minutesSpent(run, now);
  if (late !== undefined) return { kind: 'finish', cause: 'minutes', reason: late };
  if (evaluationsLeft(view, run, evaluations) <= 0) {
    return {
      kind: 'finish',
      cause: 'evaluations',
      reason: `budget of ${plural(evaluations ?? 0, 'evaluation')} spent`,
    };
  }
  return purseEmpty(run);
}

/** When a cap on dollars or tokens is reached, or has had no room for a call: proposing again would only be refused again. */
export function purseEmpty(run: RunFacts): Finish | undefined {
  const { budget } = run.config.adjustable;
  const cap = capReached(run.spending, budget);
  if (cap !== undefined) return { kind: 'finish', cause: cap, reason: `budget of ${capText(cap, budget[cap])} spent` };
  if (run.unaffordable === undefined) return undefined;
  return { kind: 'finish', cause: tightestCap(run.spending, budget), reason: run.unaffordable };
}

const capText = (cap: Cap, most = 0): string => (cap === 'usd' ? `$${most}` : `${most} tokens`);

/** Evaluations that may still be started, work in flight included. */
export function evaluationsLeft(
  view: View,
  run: RunFacts,
  evaluations: number | undefined = run.config.adjustable.budget.evaluations,
): number {
  const { charged, open } = view.counts();
  return evaluations === undefined ? Number.POSITIVE_INFINITY : evaluations - charged - open;
}

/** Says so when the minutes of all drivers together are over the budget. */
export function minutesSpent(run: RunFacts, now: number): string | undefined {
  const { minutes } = run.config.adjustable.budget;
  const elapsedMs = run.spentMs + Math.max(0, now - run.drivenAt);
  if (minutes === undefined || elapsedMs < minutes * 60_000) return undefined;
  return `budget of ${plural(minutes, 'minute')} spent`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
