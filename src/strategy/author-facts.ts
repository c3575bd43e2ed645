import type { View } from '../domain/view.ts';
import { standingsNow } from './authorship.ts';
import { prospect } from './bandit.ts';
import { costOf, type Unit, unitOf, type Weighed } from './standing.ts';

/** What is known of an author among several, and what its next turn is chosen by. */
export interface AuthorFacts {
  readonly name: string;
  /** How often it was chosen, plain samples and repairs left out, and what share of all that is. */
  readonly chosen: number;
  readonly share: number;
  readonly candidates: number;
  readonly improvements: number;
  readonly bests: number;
  /** By how much it has moved the best score. */
  readonly gain: number;
  /** Attempts that are remembered, and what they were worth for their cost: to be compared with the others' alone. */
  readonly attempts: number;
  readonly lately: number;
  /** What an attempt costs lately; null before the first. */
  readonly cost: number | null;
  /** What it is chosen by: the greatest has the next turn, but for those who are overdue. */
  readonly prospect: number | null;
}

/** How several authors stand; undefined where none was ever chosen by what it brings. */
export function authorFacts(
  view: View,
  authors: readonly Weighed[],
): { readonly unit: Unit; readonly authors: readonly AuthorFacts[] } | undefined {
  const standings = standingsNow(view, authors);
  if (standings.turns === 0 || authors.length < 2) return undefined;
  const unit = unitOf(standings, authors);
  const facts = authors.flatMap((author): readonly AuthorFacts[] => {
    const { name } = author;
    const own = standings.authors[name];
    if (own === undefined) return [];
    const cost = costOf(standings, name, unit) ?? null;
    const worth = own.attempts > 0 ? own.worth / own.attempts : 0;
    const next = prospect(standings, authors, author);
    return [
      {
        name,
        chosen: own.chosen,
        share: own.chosen / standings.turns,
        candidates: own.candidates,
        improvements: own.improvements,
        bests: own.bests,
        gain: own.gained,
        attempts: own.attempts,
        lately: cost === null || cost === 0 ? worth : worth / cost,
        cost,
        prospect: Number.isFinite(next) ? next : null,
      },
    ];
  });
  return { unit, authors: facts };
}
