import { scoreOf } from '../../domain/compare.ts';
import type { AttemptEnd, Status } from '../../domain/experiment.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Subject } from '../../domain/round.ts';
import type { Entry, View } from '../../domain/view.ts';
import { clipped } from './course.ts';

/** Prompts hold dozens of these. */
const MOST_TEXT = 400;

/** How the newest attempt that has ended did so. */
export function lastEnd(view: View, { proposal }: Entry): AttemptEnd | undefined {
  return view.attempts(proposal.id).findLast(({ end }) => end !== undefined)?.end;
}

/** Contract: the same before and after it was pruned as exhausted, so that it does not matter when it is asked for. */
export function subjectOf(view: View, entry: Entry): Subject {
  const { proposal, experiment, evaluation } = entry;
  const end = lastEnd(view, entry);
  const parent = proposal.operator === 'seed' ? undefined : view.entry(proposal.parents[0]);
  const against = end?.against?.score ?? (parent?.evaluation === undefined ? null : scoreOf(parent.evaluation));
  const reason = isLaid(entry) ? experiment?.laid?.reason : end?.reason;
  return {
    id: proposal.id,
    ...(parent === undefined ? {} : { parent: parent.proposal.id }),
    hypothesis: clipped(hypothesisOf(entry), MOST_TEXT),
    status: statusOf(entry),
    score: end?.score ?? (evaluation === undefined ? null : scoreOf(evaluation)),
    against,
    attempt: experiment?.attempt ?? 0,
    ...(reason === undefined ? {} : { reason: clipped(reason, MOST_TEXT) }),
    failed: (end?.gates ?? []).filter(({ passed }) => passed === false).map(({ name }) => name),
  };
}

const isExhausted = ({ experiment }: Entry): boolean =>
  experiment?.status === 'pruned' && experiment.laid?.kind === 'exhausted';

const isLaid = (entry: Entry): boolean => entry.experiment?.laid !== undefined && !isExhausted(entry);

const statusOf = (entry: Entry): Status =>
  (isExhausted(entry) ? entry.experiment?.laid?.was : entry.experiment?.status) ?? 'pending';
