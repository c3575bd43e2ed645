import type { CandidateId } from '../../domain/candidate.ts';
import {
  type Closing,
  CURRENT,
  closingKey,
  isClosing,
  isOpening,
  isPlan,
  type Opening,
  openingKey,
  type Plan,
  planKey,
  SINCE,
  seatId,
} from '../../domain/round.ts';
import { ROUNDS, type Rounds } from '../../domain/rounds.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';

export const roundsOf = ({ config }: Pick<RunFacts, 'config'>): Rounds => config.adjustable.rounds ?? ROUNDS;

/** The round that goes on, or the last one; 0 before the first. */
export const currentRound = (view: View): number => roundIn(view.memo(CURRENT));

/** The last round that counts for no stall any more. */
export const sinceRound = (view: View): number => roundIn(view.memo(SINCE));

function roundIn(memo: unknown): number {
  if (typeof memo === 'number') return memo;
  if (typeof memo !== 'object' || memo === null || !('round' in memo)) return 0;
  return typeof memo.round === 'number' ? memo.round : 0;
}

export function openingAt(view: View, round: number): Opening | undefined {
  const memo = view.memo(openingKey(round));
  return isOpening(memo) ? memo : undefined;
}

export function planAt(view: View, round: number): Plan | undefined {
  const memo = view.memo(planKey(round));
  return isPlan(memo) ? memo : undefined;
}

export function closingAt(view: View, round: number): Closing | undefined {
  const memo = view.memo(closingKey(round));
  return isClosing(memo) ? memo : undefined;
}

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
