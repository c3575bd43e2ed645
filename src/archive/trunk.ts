import type { Archive, Placement, Resident } from '../domain/archive.ts';

/** Where the one lives that others are made from. */
export const TRUNK = 'trunk';

/** Keeps a newcomer in place of the one before it, unless a goal that passed there no longer does. */
export function trunk(): Archive {
  return {
    place(home, member): Placement {
      const { evaluation } = member;
      if (evaluation.outcome !== 'scored') return { kind: 'refused', reason: evaluation.reason };
      const living = home.top(home.size);
      const lost = [...new Set(living.flatMap((one) => regressed(one, member)))].sort();
      if (lost.length > 0) return { kind: 'refused', reason: `regressed: ${lost.join(', ')}` };
      return { kind: 'kept', home: TRUNK, evicted: living.map(({ id }) => id) };
    },
  };
}

/** Goals that passed before and do not now: failing, hanging or gone. */
function regressed(before: Resident, after: Resident): readonly string[] {
  if (before.evaluation.outcome !== 'scored' || after.evaluation.outcome !== 'scored') return [];
  const { tasks = {} } = after.evaluation;
  return Object.entries(before.evaluation.tasks ?? {}).flatMap(([goal, passed]) =>
    passed === 1 && tasks[goal] !== 1 ? [goal] : [],
  );
}
