import type { CandidateId } from './candidate.ts';
import type { Entry } from './view.ts';

/** From the seed to a candidate, by first parents: at most the last `limit`. */
export function lineageOf(
  entry: (id: CandidateId) => Entry | undefined,
  id: CandidateId,
  limit: number,
): readonly Entry[] {
  const path: Entry[] = [];
  for (let at = entry(id); at !== undefined && path.length < limit; ) {
    path.push(at);
    at = at.proposal.operator === 'seed' ? undefined : entry(at.proposal.parents[0]);
  }
  return path.reverse();
}
