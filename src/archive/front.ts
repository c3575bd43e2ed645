import type { Resident } from '../domain/archive.ts';
import { type Direction, dominates, rankKey, valueKey } from '../domain/compare.ts';
import type { Objective } from '../domain/config.ts';
import { thinned } from './crowding.ts';
import { numberOf, SCORE } from './value.ts';

/** What a member is judged by: its score first, then the objectives. Contract: higher is better, null where it is missing. */
export function keysOf(
  { evaluation, traits }: Omit<Resident, 'id'>,
  objectives: readonly Objective[],
  direction: Direction,
): readonly (number | null)[] {
  const named = objectives.filter(({ metric }) => metric !== SCORE);
  const resident = { evaluation, ...(traits === undefined ? {} : { traits }) };
  return [
    rankKey(evaluation, direction),
    ...named.map((objective) => valueKey(numberOf(resident, objective.metric), objective.direction)),
  ];
}

interface Placed {
  readonly id: string;
  readonly keys: readonly (number | null)[];
}

/**
 * Who stays: those that nobody dominates, the first of equals, thinned out where they crowd.
 * Contract: a newcomer comes last; up to the capacity the best by each key stays.
 */
export function front<T extends Placed>(members: readonly T[], capacity: number): readonly T[] {
  const undominated = members.filter(
    ({ keys }, index) =>
      !members.some(
        (other, at) => dominates(other.keys, keys) || (at < index && other.keys.every((key, i) => key === keys[i])),
      ),
  );
  return thinned(undominated, capacity);
}
