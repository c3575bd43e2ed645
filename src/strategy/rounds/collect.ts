import { scoreOf } from '../../domain/compare.ts';
import { isComparable } from '../../domain/conclusion.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import { type Closing, closingKey, type Opening } from '../../domain/round.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';
import { plural } from '../stop-rule.ts';
import { clipped, entriesOf, inOrder, roundEntries, roundsOf } from './course.ts';
import { bestOf } from './opening.ts';
import { spentIn } from './spent.ts';
import { newBestOf, stallAfter } from './stall.ts';
import { lastEnd } from './subject.ts';

type Recording = Extract<Ask, { kind: 'record' }>;

/** Children that are looked at; of more the first are enough to tell. */
const MOST_CHILDREN = 200;

/** As a round closes: what is exhausted is pruned, what was learned is noted, and it is said what came of it and what it cost. */
export function closing(view: View, run: RunFacts, opening: Opening): Recording {
  const { round } = opening;
  const entries = roundEntries(view, round);
  const pruned = exhausted(view, run, entries);
  const best = newBestOf(view, run, round);
  const score = best?.evaluation === undefined ? null : scoreOf(best.evaluation);
  const improved = best === undefined || score === null ? {} : { improved: { id: best.proposal.id, score } };
  const before = round === 1 ? 0 : stallAfter(view, run, round - 1);
  const end: Closing = {
    round,
    ...improved,
    stall: best === undefined ? before + 1 : 0,
    experiments: entries.length,
    committed: entries.filter(isComparable).length,
    pruned: pruned.map(({ id }) => id),
    spent: spentIn(view, round),
  };
  return {
    kind: 'record',
    events: [
      ...pruned.map(({ id, reason }) => ({
        type: 'pruned' as const,
        experiment: id,
        kind: 'exhausted' as const,
        reason,
      })),
      { type: 'noted', text: noteOf(view, end, entries) },
    ],
    memos: [{ key: closingKey(round), value: end }],
  };
}

/**
 * Those of which nothing more is to be expected: many children, none of them better. Never the original, and never the best:
 * what is built on it is worth more tries than anything else.
 */
function exhausted(view: View, run: RunFacts, entries: readonly Entry[]): readonly { id: string; reason: string }[] {
  const { regressed } = roundsOf(run);
  const best = new Set([bestOf(view, run)?.id, view.best()?.proposal.id]);
  const parents = [...new Set(entries.map(({ proposal }) => proposal.parents[0]))];
  return entriesOf(view, parents)
    .filter(({ proposal, experiment }) => proposal.operator !== 'seed' && experiment?.status === 'committed')
    .filter((entry) => isComparable(entry) && !best.has(entry.proposal.id))
    .toSorted(inOrder)
    .flatMap((entry) => {
      const children = view.offspring(entry.proposal.id, MOST_CHILDREN);
      const worse = children.filter((child) => isNoBetter(view, child)).length;
      if (worse < regressed || children.some(isComparable)) return [];
      return [{ id: entry.proposal.id, reason: `${worse} children, none of them better` }];
    });
}

/** Measured, and not better or stopped by a gate. */
const isNoBetter = (view: View, child: Entry): boolean =>
  child.experiment?.status !== 'active' && lastEnd(view, child)?.outcome === 'evaluated';

const MOST_LINES = 12;
const MOST_TEXT = 140;

/** What whoever comes later should know of a round. */
function noteOf(
  view: View,
  { round, improved, experiments, committed, pruned }: Closing,
  entries: readonly Entry[],
): string {
  const best = improved === undefined ? 'no new best' : `new best ${improved.id} with ${improved.score}`;
  const lines = entries.slice(0, MOST_LINES).map((entry) => {
    const { proposal, experiment } = entry;
    const why = experiment?.laid?.reason ?? lastEnd(view, entry)?.reason;
    const about = clipped(hypothesisOf(entry), MOST_TEXT);
    return `${proposal.id} (${experiment?.status}): ${about}${why === undefined ? '' : `: ${clipped(why, MOST_TEXT)}`}`;
  });
  const more = entries.length > MOST_LINES ? [`… and ${entries.length - MOST_LINES} more`] : [];
  const gone = pruned.length === 0 ? '' : `, ${pruned.join(', ')} pruned`;
  return [
    `Round ${round}: ${plural(experiments, 'experiment')}, ${committed} committed, ${best}${gone}`,
    ...lines,
    ...more,
  ].join('\n');
}
