import type { CandidateId } from '../domain/candidate.ts';
import { spreadOf } from '../domain/compare.ts';
import type { View } from '../domain/view.ts';
import { POOL } from './pool.ts';
import { distant, type Selection } from './selection.ts';

/** Children after which a candidate's rank counts double. */
const PATIENCE = { still: 8, noisy: 4 } as const;

/** A score that scatters by more than this share is noisy. */
const NOISY = 0.02;

/** Nobody beyond this rank gets a turn before some ten thousand evaluations without any improvement. */
const MOST = 1024;

/** The ranking is read in pages that grow by this much: most often the first is enough. */
const [FIRST_PAGE, GROWTH] = [16, 4];

/** 2^(n/8), the same to the last bit everywhere, so that ties are exact. */
const EIGHTHS = [
  1,
  1.0905077326652577,
  1.189207115002721,
  1.2968395546510096,
  Math.SQRT2,
  1.5422108254079407,
  1.681792830507429,
  1.8340080864093424,
] as const;

/**
 * Best first, with patience: a rank counts double after every eight children. A new best takes every turn; while nothing
 * improves the beam widens by itself.
 */
export const patient: Selection = {
  parent: (view) => claimant(view, POOL, patienceOf(view)),
  mate: (view, parent) => distant(view, parent),
};

/** Who has the least (1 + rank) · 2^(kids / patience), the better rank first. Contract: reads no farther than it must. */
export function claimant(view: Pick<View, 'claims'>, home: string, patience: 4 | 8): CandidateId | undefined {
  let least = Number.POSITIVE_INFINITY;
  let found: CandidateId | undefined;
  for (let [from, page] = [0, FIRST_PAGE]; from < MOST; from += page, page *= GROWTH) {
    const claims = view.claims(home, from, Math.min(page, MOST - from));
    for (const [index, { id, kids }] of claims.entries()) {
      const rank = from + index;
      if (1 + rank >= least) return found;
      const claim = (1 + rank) * doubled(kids, patience);
      if (claim < least) [least, found] = [claim, id];
    }
    if (claims.length < page) return found;
  }
  return found;
}

function doubled(kids: number, patience: 4 | 8): number {
  const eighths = patience === 8 ? kids : 2 * kids;
  return 2 ** (eighths >> 3) * (EIGHTHS[eighths & 7] ?? 1);
}

function patienceOf(view: View): 4 | 8 {
  const best = view.run()?.noisy === true ? view.best()?.evaluation : undefined;
  if (best?.outcome !== 'scored') return PATIENCE.still;
  return spreadOf(best.samples) > NOISY ? PATIENCE.noisy : PATIENCE.still;
}
