import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Subject } from '../../domain/round.ts';
import type { View } from '../../domain/view.ts';
import { clipped, inOrder, roundEntries } from './course.ts';
import { subjectOf } from './subject.ts';

/** It goes into every prompt of a round. */
const MOST_FAILURES = 6;
const MOST_PARENTS = 5;
const MOST_TEXT = 160;

/** How things stand, for whoever works in a round: the best, whom to branch from, and what has failed last. */
export function stateText(
  view: View,
  round: number,
  best: { readonly id: string; readonly score: number } | null,
  parents: readonly Subject[],
  stall: number,
): string {
  const lead =
    best === null ? 'Nothing has a score yet.' : `Best: ${best.id} with ${best.score}${aboutOf(view, best.id)}.`;
  const stalled = stall === 0 ? [] : [`No new best for ${stall} ${stall === 1 ? 'round' : 'rounds'}.`];
  const from = parents.slice(0, MOST_PARENTS).map(({ id, score }) => `${id} (${score ?? 'no score'})`);
  const failures = latestFailures(view, round - 1).map(
    ({ id, hypothesis, reason }) => `- ${id}: ${clipped(hypothesis, MOST_TEXT)}: ${clipped(reason ?? '', MOST_TEXT)}`,
  );
  return [
    [lead, ...stalled].join(' '),
    ...(from.length === 0 ? [] : [`To branch from: ${from.join(', ')}.`]),
    ...(failures.length === 0 ? [] : ['What came to nothing last:', ...failures]),
  ].join('\n');
}

const aboutOf = (view: View, id: string): string => {
  const entry = view.entry(id);
  return entry === undefined ? '' : ` (${clipped(hypothesisOf(entry), MOST_TEXT)})`;
};

/** Of the round before, by its own order: who failed last must not hang on who was slow. */
const latestFailures = (view: View, round: number): readonly Subject[] =>
  roundEntries(view, round)
    .filter(({ experiment }) => experiment?.laid !== undefined || experiment?.status === 'failed')
    .toSorted((a, b) => inOrder(b, a))
    .map((entry) => subjectOf(view, entry))
    .filter(({ status, reason }) => status !== 'committed' && reason !== undefined)
    .slice(0, MOST_FAILURES);
