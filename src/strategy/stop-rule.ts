import { reaches, scoreOf } from '../domain/compare.ts';
import type { Ask } from '../domain/strategy.ts';
import type { RunFacts, View } from '../domain/view.ts';

type Finish = Extract<Ask, { kind: 'finish' }>;

/** Asked at a barrier, before anything more is spent: the first rule that holds ends the run. */
export function stopRule(view: View, run: RunFacts, now: number): Finish | undefined {
  const { generations, stale, stopAt, budget } = run.config.adjustable;
  const best = view.best()?.evaluation;
  const score = best === undefined ? null : scoreOf(best);
  if (stopAt !== undefined && score !== null && reaches(score, stopAt, run.config.fixed.direction)) {
    return { kind: 'finish', cause: 'target', reason: `reached the target of ${stopAt}` };
  }
  if (run.batch - run.bestBatch >= stale) {
    return { kind: 'finish', cause: 'plateau', reason: `no better candidate for ${plural(stale, 'generation')}` };
  }
  if (run.batch >= generations) {
    return { kind: 'finish', cause: 'generations', reason: `all ${plural(generations, 'generation')} bred` };
  }
  if (evaluationsLeft(view, run) <= 0) {
    return {
      kind: 'finish',
      cause: 'evaluations',
      reason: `budget of ${plural(budget.evaluations ?? 0, 'evaluation')} spent`,
    };
  }
  if (budget.minutes !== undefined && elapsedMs(run, now) >= budget.minutes * 60_000) {
    return { kind: 'finish', cause: 'minutes', reason: `budget of ${plural(budget.minutes, 'minute')} spent` };
  }
  return undefined;
}

/** Evaluations that may still be started, work in flight included. */
export function evaluationsLeft(view: View, run: RunFacts): number {
  const { evaluations } = run.config.adjustable.budget;
  const { charged, open } = view.counts();
  return evaluations === undefined ? Number.POSITIVE_INFINITY : evaluations - charged - open;
}

/** Time spent by all drivers of the run. */
export function elapsedMs(run: RunFacts, now: number): number {
  return run.spentMs + Math.max(0, now - run.drivenAt);
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
