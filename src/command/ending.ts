import { isByIslands } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import { formatCount, formatNumber, formatUsd, plural } from '../lib/format.ts';
import { limitsOf, UNLESS_TOLD } from '../strategy/strategy.ts';
import { isBred } from './breeding.ts';
import { stopWhenText } from './stop-when.ts';

/** When a run ends by itself, in one line. */
export function endsText(run: RunFacts): string {
  const { budget, stopAt, stopWhen = [], operator } = run.config.adjustable;
  const limits = isBred(run.config) ? generationsOf(run) : evaluationsOf(run);
  if (budget.minutes !== undefined) limits.push(plural(budget.minutes, 'minute'));
  // Only agents spend any.
  const paid = operator === 'agent';
  if (paid && budget.usd !== undefined) limits.push(`${formatUsd(budget.usd)} for agents`);
  if (paid && budget.tokens !== undefined) limits.push(`${formatCount(budget.tokens)} tokens`);
  if (stopAt !== undefined) limits.push(`a score of ${formatNumber(stopAt)}`);
  limits.push(...stopWhen.filter(({ gain }) => gain > 0).map(stopWhenText));
  const hint = isUntold(run) ? ` (to change that: ${changedBy(run)})` : '';
  return limits.length === 0 ? 'ends when it is stopped: evolve stop' : `ends after ${limits.join(', or ')}${hint}`;
}

/** Whether it ends as it does because nobody has said otherwise. */
const isUntold = (run: RunFacts): boolean =>
  isByIslands(run.config)
    ? run.config.adjustable.iterations === undefined
    : !isBred(run.config) && limitsOf(run) === UNLESS_TOLD;

const changedBy = ({ config }: RunFacts): string =>
  isByIslands(config) ? '-n' : '--budget-evals, --budget-minutes or --plateau';

function generationsOf({ config }: RunFacts): string[] {
  const { generations, stale, budget } = config.adjustable;
  const limits = [plural(generations, 'generation'), `${stale} without a better one`];
  return budget.evaluations === undefined ? limits : [...limits, plural(budget.evaluations, 'evaluation')];
}

function evaluationsOf(run: RunFacts): string[] {
  const { iterations, evaluations, plateau } = limitsOf(run);
  const changes = iterations === undefined ? [] : [plural(iterations, 'iteration')];
  const most = evaluations === undefined ? changes : [...changes, plural(evaluations, 'evaluation')];
  if (plateau === undefined) return most;
  return evaluations === undefined
    ? [...most, `${plural(plateau, 'evaluation')} without a better one`]
    : [...most, `${plateau} without a better one`];
}
