import type { Evaluation, Flag } from '../domain/evaluation.ts';
import type { Entry, View } from '../domain/view.ts';
import { plain } from '../lib/width.ts';

/** A flag with the candidate that has it. */
export interface Flagged extends Flag {
  readonly candidate: string;
}

export const FLAGGED = 'Looks like an attempt at the measurement';

export const flagsIn = (evaluation: Evaluation | undefined): readonly Flag[] =>
  evaluation === undefined || evaluation.outcome === 'broken' ? [] : (evaluation.flags ?? []);

export const flagText = ({ rule, path, line, text }: Flag): string => `${rule}: ${plain(path)}:${line}  ${plain(text)}`;

/** What a candidate does that it should not, each once. */
export const rulesIn = (evaluation: Evaluation | undefined): readonly string[] => [
  ...new Set(flagsIn(evaluation).map(({ rule }) => rule)),
];

const LINEAGE = 200;
const LEADERS = 20;
const MOST = 20;

/** The flags of the winner and what it comes from, then those of the others that rank high. */
export function flaggedOf(view: View): readonly Flagged[] {
  const best = view.best();
  const path = best === undefined ? [] : [...view.lineage(best.proposal.id, LINEAGE)].reverse();
  const entries = new Map<string, Entry>();
  for (const entry of [...path, ...view.ranking(LEADERS)]) entries.set(entry.proposal.id, entry);
  return [...entries.values()]
    .flatMap(({ proposal, evaluation }) => flagsIn(evaluation).map((flag) => ({ candidate: proposal.id, ...flag })))
    .slice(0, MOST);
}
