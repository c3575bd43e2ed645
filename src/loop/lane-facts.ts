import { scoreOf } from '../domain/compare.ts';
import type { LaneFacts, Tried } from '../domain/lane.ts';
import type { Proposal } from '../domain/proposal.ts';
import { isOpening, isPlan, type Opening, openingKey, planKey } from '../domain/round.ts';
import type { Entry, View } from '../domain/view.ts';

/** An idea and a reason are told in a sentence each. */
const MOST_TEXT = 300;

/** How a round stood when it was opened; undefined of what belongs to none. */
export function openingOf(view: View, { seat }: Proposal): Opening | undefined {
  const memo = seat === undefined ? undefined : view.memo(openingKey(seat.round));
  return isOpening(memo) ? memo : undefined;
}

/** How far the lane of a proposal has come: by its own experiments alone, so that it is the same however many work at once. */
export function laneFactsOf(view: View, { seat, id, batch }: Proposal): LaneFacts | undefined {
  if (seat === undefined) return undefined;
  const [opening, plan] = [view.memo(openingKey(seat.round)), view.memo(planKey(seat.round))];
  const own = view.entries(batch).filter(({ proposal }) => proposal.seat?.lane === seat.lane);
  const earlier = own.filter(({ proposal }) => (proposal.seat?.iteration ?? 0) < seat.iteration);
  const used = earlier.reduce((sum, { proposal }) => sum + Math.max(1, iterationsOf(view, proposal.id)), 0);
  const budget = isPlan(plan) ? (plan.budgets[seat.lane] ?? 0) : 0;
  return {
    ...seat,
    left: Math.max(1, budget - used - iterationsOf(view, id)),
    state: isOpening(opening) ? opening.state : '',
    earlier: earlier.map((entry) => triedOf(view, entry)),
  };
}

/** What the machine did to an experiment, and measuring it once more, is none. */
const iterationsOf = (view: View, id: string): number =>
  view.attempts(id).filter(({ end, rescore }) => rescore !== true && end?.cause !== 'machine').length;

function triedOf(view: View, { proposal, candidate, evaluation, experiment }: Entry): Tried {
  const reason = experiment?.laid?.reason ?? view.attempts(proposal.id).at(-1)?.end?.reason;
  return {
    id: proposal.id,
    summary: (candidate?.summary ?? '').slice(0, MOST_TEXT),
    score: evaluation === undefined ? null : scoreOf(evaluation),
    ...(reason === undefined ? {} : { reason: reason.slice(0, MOST_TEXT) }),
  };
}
