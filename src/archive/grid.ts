import type { Archive, Home, Placement, Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import type { Axis } from '../domain/config.ts';
import { cellOf } from './cell.ts';
import { others, type Selection } from './selection.ts';

/** Where the elites live. */
export const GRID = 'grid';

/**
 * MAP-Elites: the best of every cell lives, however the cells compare. One that has no cell, since a number is missing, lives
 * only while it leads all others.
 * Contract: one elite per cell, ties go to whoever was there first, and the best is never lost.
 */
export function grid({ axes, direction }: { readonly axes: readonly Axis[]; readonly direction: Direction }): Archive {
  const key = ({ evaluation }: Resident) => rankKey(evaluation, direction);
  const ahead = (one: Resident, other: Resident | undefined) =>
    other === undefined || byRankKey(key(one), key(other)) < 0;
  const placeOf = (member: Resident): string => {
    const cell = cellOf(axes, member);
    return cell.kind === 'cell' ? cell.bins.join() : NOWHERE;
  };

  return {
    place(living: Home, member: Resident): Placement {
      if (member.evaluation.outcome !== 'scored') return { kind: 'refused', reason: 'invalid' };
      const cell = cellOf(axes, member);
      const place = placeOf(member);
      const residents = living.top(living.size);
      if (cell.kind === 'none' && !ahead(member, residents[0]))
        return { kind: 'refused', reason: `has no ${cell.missing}` };
      const neighbours = residents.filter((one) => placeOf(one) === place);
      const better = neighbours.find((one) => !ahead(member, one));
      if (better !== undefined) return { kind: 'refused', reason: `${better.id} is better in its cell` };
      const overtaken = residents.filter((one) => placeOf(one) === NOWHERE && ahead(member, one));
      const evicted = new Set([...neighbours, ...overtaken].map(({ id }) => id));
      return { kind: 'kept', home: GRID, evicted: [...evicted] };
    },
  };
}

const NOWHERE = '';

/** Every elite is as likely as any other. */
export const anyElite: Selection = {
  parent: (view, random) => view.claims(GRID, random.int(view.homeSize(GRID)), 1)[0]?.id,
  mate: (view, parent, random) => others(view, GRID, parent, random),
};
