import type { CandidateId } from '../domain/candidate.ts';
import type { Islands } from '../domain/config.ts';
import type { Rng } from '../domain/rng.ts';
import type { View } from '../domain/view.ts';
import { island } from './islands.ts';
import type { Selection } from './selection.ts';

/** Who lives on an island, best first. */
export interface Shore {
  readonly size: number;
  at(rank: number): CandidateId | undefined;
}

/** Mostly one of the island's best, else any of its people, each as likely; undefined where nobody lives. */
export function drawn({ exploit, top }: Islands, { size, at }: Shore, random: Rng): CandidateId | undefined {
  if (size === 0) return undefined;
  return at(random.int(random.next() < exploit ? Math.min(top, size) : size));
}

/** So many evicted ones may stand before the living in a ranking. */
const SPARE = 16;

/** A turn's parent is of its island. */
export const onIsland = (islands: Islands): Selection => ({
  parent: (view, random, home = island(0)) => drawn(islands, shore(view, home), random),
  mate: () => undefined,
  inspirations: (view, parents) =>
    view
      .ranking(islands.inspirations + parents.length + SPARE)
      .filter(({ alive, proposal }) => alive && !parents.includes(proposal.id))
      .slice(0, islands.inspirations)
      .map(({ proposal }) => proposal.id),
});

const shore = (view: View, home: string): Shore => ({
  size: view.homeSize(home),
  at: (rank) => view.claims(home, rank, 1)[0]?.id,
});
