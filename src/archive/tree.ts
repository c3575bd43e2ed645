import type { Archive, Placement, Resident } from '../domain/archive.ts';
import { COMMITTED } from '../domain/experiment.ts';

/** Keeps every experiment that is committed: who may be branched from is for the frontier to say. */
export function tree(): Archive {
  return {
    place(_living, member: Resident): Placement {
      if (member.evaluation.outcome !== 'scored') return { kind: 'refused', reason: 'invalid' };
      return { kind: 'kept', home: COMMITTED, evicted: [] };
    },
  };
}
