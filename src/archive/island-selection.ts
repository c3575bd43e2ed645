import type { CandidateId } from '../domain/candidate.ts';
import { byRankKey, rankKey } from '../domain/compare.ts';
import type { Islands } from '../domain/config.ts';
import type { Rng } from '../domain/rng.ts';
import type { Entry, View } from '../domain/view.ts';
import { every, island } from './islands.ts';
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

/** The best of all islands, each once: ties, the earlier proposed first. */
export function bestOfAll(view: View, islands: Islands, limit: number): readonly Entry[] {
  const direction = view.run()?.config.fixed.direction ?? 'max';
  const key = ({ evaluation }: Entry) => (evaluation === undefined ? null : rankKey(evaluation, direction));
  const found = every(islands).flatMap((home) =>
    view.top(home, limit).map((entry) => [entry.proposal.id, entry] as const),
  );
  return [...new Map(found).values()]
    .sort((a, b) => byRankKey(key(a), key(b)) || a.proposal.batch - b.proposal.batch)
    .slice(0, limit);
}

/** A turn's parent is of its island; where nobody lives there, of all. */
export const onIsland = (islands: Islands): Selection => ({
  parent: (view, random, home = island(0)) => drawn(islands, shore(view, islands, home), random),
  mate: () => undefined,
  inspirations: (view, parents) =>
    bestOfAll(view, islands, islands.inspirations + parents.length)
      .map(({ proposal }) => proposal.id)
      .filter((id) => !parents.includes(id))
      .slice(0, islands.inspirations),
});

function shore(view: View, islands: Islands, home: string): Shore {
  const size = view.homeSize(home);
  if (size > 0) return { size, at: (rank) => view.claims(home, rank, 1)[0]?.id };
  const all = bestOfAll(view, islands, islands.count * islands.capacity);
  return { size: all.length, at: (rank) => all[rank]?.proposal.id };
}
