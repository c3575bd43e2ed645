import type { Archive, Copy, Home, Placement, Resident, World } from '../domain/archive.ts';
import type { CandidateId } from '../domain/candidate.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import type { Islands } from '../domain/config.ts';
import { ranked } from './ranked.ts';

export const island = (index: number): string => `island-${index}`;

/** Whose turn it is: the islands take turns. */
export const islandOf = ({ count }: Islands, nth: number): string => island((nth - 1) % count);

/** All of them, in the order in which they take turns. */
export const every = ({ count }: Islands): readonly string[] =>
  Array.from({ length: count }, (_, index) => island(index));

/** The seed lives on every island. */
export function settled(islands: Islands, seed: CandidateId): Placement {
  const [home = island(0), ...others] = every(islands);
  const copies = others.map((name) => ({ candidate: seed, home: name, evicted: [] }));
  return { kind: 'kept', home, evicted: [], ...(copies.length === 0 ? {} : { copies }) };
}

/**
 * Populations that evolve apart, each the best of its own. After so many more have been added, the best of each is copied to all
 * others.
 * Contract: no island holds more than its capacity, the best is never lost, nobody lives twice on an island.
 */
export function islands(options: Islands & { readonly direction: Direction }): Archive {
  const { capacity, interval, direction } = options;
  const key = ({ evaluation }: Resident) => rankKey(evaluation, direction);

  return {
    place(living: Home, member: Resident, world?: World): Placement {
      if (key(member) === null) return { kind: 'refused', reason: 'invalid' };
      const placed = ranked({ capacity, home: living.name, direction }).place(living, member);
      if (world === undefined || (world.added + 1) % interval !== 0) return placed;
      const after = new Map(every(options).map((name) => [name, peopleOf(world.home(name))]));
      if (placed.kind === 'kept') settle(after, living.name, member, placed.evicted);
      const copies = migration(after);
      return copies.length === 0 ? placed : { ...placed, copies };
    },
  };

  /** The best of each island to all others, in order: each finds who has come before it. */
  function migration(people: Map<string, readonly Resident[]>): readonly Copy[] {
    const best = [...people].flatMap(([from, living]) => living.slice(0, 1).map((who) => ({ from, who })));
    return best.flatMap(({ from, who }) =>
      [...people.keys()].filter((home) => home !== from).flatMap((home) => copied(people, home, who)),
    );
  }

  function copied(people: Map<string, readonly Resident[]>, home: string, who: Resident): readonly Copy[] {
    const living = people.get(home) ?? [];
    if (living.some(({ id }) => id === who.id)) return [];
    const placed = ranked({ capacity, home, direction }).place(homeOf(home, living), who);
    if (placed.kind !== 'kept') return [];
    settle(people, home, who, placed.evicted);
    return [{ candidate: who.id, home, evicted: placed.evicted }];
  }

  function settle(
    people: Map<string, readonly Resident[]>,
    home: string,
    who: Resident,
    gone: readonly string[],
  ): void {
    const left = (people.get(home) ?? []).filter(({ id }) => !gone.includes(id));
    // The newcomer is behind its equals.
    const at = left.findIndex((one) => byRankKey(key(who), key(one)) < 0);
    people.set(home, at < 0 ? [...left, who] : [...left.slice(0, at), who, ...left.slice(at)]);
  }
}

const peopleOf = (home: Home): readonly Resident[] => home.top(home.size);

const homeOf = (name: string, people: readonly Resident[]): Home => ({
  name,
  size: people.length,
  worst: () => people.at(-1),
  top: (k) => people.slice(0, k),
});
