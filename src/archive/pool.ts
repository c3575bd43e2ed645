import type { Archive, Placement, Resident } from '../domain/archive.ts';

/** Where everybody lives whose score counts. */
export const POOL = 'pool';

/** Keeps all that have a score: who is worth another turn is for the selection to say. */
export function pool(home = POOL): Archive {
  return {
    place(_living, member: Resident): Placement {
      if (member.evaluation.outcome !== 'scored') return { kind: 'refused', reason: 'invalid' };
      return { kind: 'kept', home, evicted: [] };
    },
  };
}
