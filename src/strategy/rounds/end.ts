import { reaches } from '../../domain/compare.ts';
import type { Question } from '../../domain/question.ts';
import { openingAt, planAt, sinceRound } from '../../domain/round.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { conclude } from '../conclude.ts';
import { budgetRule, minutesSpent, plural, purseEmpty } from '../stop-rule.ts';
import { roundsOf } from './course.ts';
import { bestOf, parentsOf } from './opening.ts';
import { stallAfter } from './stall.ts';

export type RoundsEnd = Extract<Ask, { kind: 'finish' | 'stop' }>;

/** Asked before a round is opened: the first rule that holds ends the run. */
export function endBefore(view: View, run: RunFacts, round: number, now: number): RoundsEnd | undefined {
  const { ceiling, stall, rounds } = roundsOf(run);
  if (run.blocked === true)
    return {
      kind: 'stop',
      cause: 'broken',
      reason: 'A new epoch has begun and root has no score in it. Measure it first: evolve exp rescore root',
    };
  const best = bestOf(view, run);
  if (ceiling !== undefined && best !== null && reaches(best.score, ceiling, run.config.fixed.direction))
    return { kind: 'finish', cause: 'ceiling', reason: `${best.id} has reached the ceiling of ${ceiling}` };
  const spent = budgetRule(view, run, now, run.config.adjustable.budget.evaluations);
  if (spent !== undefined) return spent;
  const last = round - 1;
  const isOfNow = last > sinceRound(view) && openingAt(view, last)?.epoch === (run.epoch ?? 0);
  if (isOfNow && planAt(view, last)?.briefs.length === 0)
    return { kind: 'finish', cause: 'briefs', reason: `no brief for round ${last}${whyNone(view, last)}` };
  if (stallAfter(view, run, last) >= stall)
    return { kind: 'finish', cause: 'stall', reason: `no new best for ${plural(stall, 'round')}` };
  if (rounds !== undefined && last >= rounds)
    return { kind: 'finish', cause: 'rounds', reason: `${plural(rounds, 'round')} done` };
  if (parentsOf(view, run, round).length === 0)
    return { kind: 'finish', cause: 'frontier', reason: 'no experiment is left that may be branched from again' };
  return undefined;
}

function whyNone(view: View, round: number): string {
  const [first] = planAt(view, round)?.dropped ?? [];
  return first === undefined ? '' : `: ${first.reason}`;
}

/**
 * What ends a round before it is done. A target or a ceiling does not: which lane reaches it first would depend on how fast they
 * are.
 */
export function endWithin(view: View, run: RunFacts, now: number): RoundsEnd | undefined {
  const late = minutesSpent(run, now);
  if (late !== undefined) return { kind: 'finish', cause: 'minutes', reason: late };
  const { evaluations } = run.config.adjustable.budget;
  if (evaluations !== undefined && view.counts().charged >= evaluations)
    return { kind: 'finish', cause: 'evaluations', reason: `budget of ${plural(evaluations, 'evaluation')} spent` };
  return purseEmpty(run);
}

/** Ends once what has been asked is answered: it is paid for. */
export function ending(view: View, asked: readonly Question[], end: RoundsEnd): Ask {
  const open = asked.filter(({ key }) => view.asked(key) && view.answer(key) === undefined);
  return open.length > 0 ? { kind: 'gather', questions: open } : conclude(view, end);
}
