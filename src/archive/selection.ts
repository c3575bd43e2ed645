import type { CandidateId } from '../domain/candidate.ts';
import { farthest } from '../domain/kinship.ts';
import type { Rng } from '../domain/rng.ts';
import type { View } from '../domain/view.ts';
import { POOL } from './pool.ts';

/** Whose turn it is. Contract: pure, and as fast after a long history as after a short one. */
export interface Selection {
  /** undefined while nobody lives. The home is that of the turn, where turns have homes of their own. */
  parent(view: View, random: Rng, home?: string): CandidateId | undefined;
  /** Whom to merge a parent with; undefined when there is nobody to gain from. */
  mate(view: View, parent: CandidateId, random: Rng, home?: string): CandidateId | undefined;
  /** Who is shown to an author for ideas; in their absence the best of the home. */
  inspirations?(view: View, parents: readonly CandidateId[]): readonly CandidateId[];
}

/** A merge takes from so many of the best. */
const MATES = 10;

/** That one of the best which is farthest from the parent in the family tree; in a home of three at least. */
export function distant(view: View, parent: CandidateId, home = POOL): CandidateId | undefined {
  if (view.homeSize(home) < 3) return undefined;
  const best = view.claims(home, 0, MATES).map(({ id }) => id);
  return farthest(
    view,
    parent,
    best.filter((id) => id !== parent),
  );
}

/** Any of the living but this one, each as likely. */
export function others(view: View, home: string, but: CandidateId, random: Rng): CandidateId | undefined {
  const count = view.homeSize(home);
  if (count < 2) return undefined;
  const drawn = view.claims(home, random.int(count - 1), 1)[0]?.id;
  return drawn === but ? view.claims(home, count - 1, 1)[0]?.id : drawn;
}

/** Hill climbing: always the best. */
export const leader: Selection = {
  parent: (view) => view.claims(POOL, 0, 1)[0]?.id,
  mate: (view, parent) => distant(view, parent),
};

/** Plain sampling: always the seed. */
export const origin = (seed: CandidateId): Selection => ({ parent: () => seed, mate: () => undefined });
