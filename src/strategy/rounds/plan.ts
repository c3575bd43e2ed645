import {
  type BriefAnswer,
  briefKey,
  ideasKey,
  isBriefAnswer,
  type Opening,
  type Plan,
  planKey,
} from '../../domain/round.ts';
import type { Memo } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { evaluationsLeft } from '../stop-rule.ts';
import { admitted } from './briefs.ts';
import { roundsOf } from './course.ts';
import { discardsBefore } from './discards.ts';
import { ideasFor, unusedIdeas } from './ideate.ts';

/** The lanes of a round, and the ideas that are left for later ones. Contract: the brief of the round is answered. */
export function planMemos(view: View, run: RunFacts, opening: Opening): readonly Memo[] {
  const plan = planOf(view, run, opening);
  const ideas = ideasFor(view, opening.round, discardsBefore(view, opening.round));
  return [
    { key: planKey(opening.round), value: plan },
    { key: ideasKey(opening.round), value: unusedIdeas(ideas, plan.briefs) },
  ];
}

/** Of a round that a new epoch has overtaken. */
export const noPlan = (round: number): Memo => ({
  key: planKey(round),
  value: { briefs: [], budgets: [], dropped: [{ objective: '', reason: 'a new epoch has begun' }] } satisfies Plan,
});

function planOf(view: View, run: RunFacts, { round, parents }: Opening): Plan {
  const { subagents, depth, overlap } = roundsOf(run);
  const { briefs: written, failed } = answerOf(view.answer(briefKey(round)));
  const { briefs, dropped } = admitted(written, {
    parents: parents.map(({ id }) => id),
    width: subagents,
    overlap,
    discards: discardsBefore(view, round),
  });
  const budgets = shares(evaluationsLeft(view, run), briefs.length, depth);
  const without = briefs.filter((_, lane) => budgets[lane] === 0);
  return {
    briefs: briefs.filter((_, lane) => budgets[lane] !== 0),
    budgets: budgets.filter((share) => share > 0),
    dropped: [
      ...(failed === undefined ? [] : [{ objective: '', reason: failed }]),
      ...dropped,
      ...without.map(({ objective }) => ({ objective, reason: 'no evaluation is left for it' })),
    ],
  };
}

const answerOf = (answer: unknown): BriefAnswer =>
  isBriefAnswer(answer) ? answer : { briefs: [], failed: 'nobody could write briefs' };

/** What is left, divided as evenly as it goes, the first lanes first; none gets more than its depth. */
export function shares(left: number, lanes: number, depth: number): readonly number[] {
  const whole = Math.max(0, Math.min(left, lanes * depth));
  return Array.from({ length: lanes }, (_, lane) =>
    Math.min(depth, Math.floor(whole / lanes) + (lane < whole % lanes ? 1 : 0)),
  );
}
