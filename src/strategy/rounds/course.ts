import type { CandidateId } from '../../domain/candidate.ts';
import { planAt, seatId } from '../../domain/round.ts';
import { ROUNDS, type Rounds } from '../../domain/rounds.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';

export const roundsOf = ({ config }: Pick<RunFacts, 'config'>): Rounds => config.adjustable.rounds ?? ROUNDS;

/** The experiments of a lane, in order. */
export function laneEntries(view: View, round: number, lane: number): readonly Entry[] {
  const found: Entry[] = [];
  for (;;) {
    const entry = view.entry(seatId({ round, lane, iteration: found.length }));
    if (entry === undefined) return found;
    found.push(entry);
  }
}

/** The experiments of a round, lane by lane. */
export const roundEntries = (view: View, round: number): readonly Entry[] =>
  (planAt(view, round)?.briefs ?? []).flatMap((_, lane) => laneEntries(view, round, lane));

/** By (batch, ord). */
export const inOrder = (a: Entry, b: Entry): number =>
  a.proposal.batch - b.proposal.batch || a.proposal.ord - b.proposal.ord || byText(a.proposal.id, b.proposal.id);

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const entriesOf = (view: View, ids: readonly CandidateId[]): readonly Entry[] =>
  ids.flatMap((id) => view.entry(id) ?? []);

export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
