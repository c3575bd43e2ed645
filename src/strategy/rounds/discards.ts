import type { CandidateId } from '../../domain/candidate.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Entry, View } from '../../domain/view.ts';
import { clipped, inOrder, roundEntries } from './course.ts';

/** Something that was tried and given up. */
export interface Discard {
  readonly id: CandidateId;
  readonly parent: CandidateId;
  readonly hypothesis: string;
  /** What it was to reach, where that is something else than what was done. */
  readonly objective: string;
  readonly reason: string;
}

/** Rounds back that are looked at, and how many others made. */
const ROUNDS_BACK = 5;
const MOST_OTHERS = 20;
const LOOKED_AT = 200;
const MOST = 40;
const MOST_TEXT = 300;

/** What was given up of late, the newest round first. Contract: of rounds in their own order, whoever was given up first. */
export function discardsBefore(view: View, round: number): readonly Discard[] {
  const rounds = Array.from({ length: ROUNDS_BACK }, (_, back) => round - 1 - back).filter((nth) => nth > 0);
  const own = rounds.flatMap((nth) => roundEntries(view, nth)).filter(isDiscarded);
  const others = view
    .experiments('discarded', LOOKED_AT)
    .filter(({ proposal }) => proposal.hand === true)
    .slice(0, MOST_OTHERS);
  return [...own, ...others.toSorted((a, b) => inOrder(b, a))].slice(0, MOST).map((entry) => ({
    id: entry.proposal.id,
    parent: entry.proposal.parents[0],
    hypothesis: clipped(hypothesisOf(entry), MOST_TEXT),
    objective: entry.proposal.brief.objective,
    reason: clipped(entry.experiment?.laid?.reason ?? '', MOST_TEXT),
  }));
}

const isDiscarded = ({ experiment }: Entry): boolean =>
  experiment?.status === 'discarded' || (experiment?.status === 'pruned' && experiment.laid?.kind === 'invalid');
