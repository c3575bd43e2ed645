import { type Archive, type Home, OUTRANKED, type Placement, type Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';

/**
 * Keeps the best `capacity` of a home. What may not rank lives only while nothing else does.
 * Contract: the best is never lost, and ties go to whoever was there first.
 */
export function ranked(options: { capacity: number; home: string; direction: Direction }): Archive {
  const { capacity, home, direction } = options;
  const key = (member: Resident) => rankKey(member.evaluation, direction);
  return {
    place(living: Home, member: Resident): Placement {
      const worst = living.worst();
      const full = living.size >= capacity;
      if (key(member) === null) {
        const valid = living.top(1).some((resident) => key(resident) !== null);
        return valid || full ? { kind: 'refused', reason: 'invalid' } : { kind: 'kept', home, evicted: [] };
      }
      if (worst !== undefined && key(worst) === null) {
        return {
          kind: 'kept',
          home,
          evicted: living
            .top(living.size)
            .filter((one) => key(one) === null)
            .map((one) => one.id),
        };
      }
      if (!full) return { kind: 'kept', home, evicted: [] };
      if (living.size === capacity && worst !== undefined)
        return byRankKey(key(member), key(worst)) < 0
          ? { kind: 'kept', home, evicted: [worst.id] }
          : { kind: 'refused', reason: OUTRANKED };
      // More than fit live here when the capacity was lowered: those beyond it go with the next that is kept.
      const best = living.top(capacity);
      const last = best.at(-1);
      if (last === undefined || byRankKey(key(member), key(last)) >= 0) return { kind: 'refused', reason: OUTRANKED };
      const staying = new Set(best.slice(0, -1).map((one) => one.id));
      const evicted = living.top(living.size).filter((one) => !staying.has(one.id));
      return { kind: 'kept', home, evicted: evicted.map((one) => one.id) };
    },
  };
}
