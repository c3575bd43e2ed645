import { type Home, isAdded, type Placement, type Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import type { Islands } from '../domain/config.ts';
import { islandOf, islands, settled } from './islands.ts';
import { member } from './placing.fixture.ts';

export interface Step {
  readonly id: string;
  readonly home: string;
  readonly placement: Placement;
  /** Who lives where after it, best first, ties: who came first. */
  readonly people: ReadonlyMap<string, readonly string[]>;
}

/** Islands as the journal keeps them: a seed of score 0, then candidates of these scores by turns. */
export function settle(settings: Islands, scores: readonly (number | null)[], direction: Direction): readonly Step[] {
  const archive = islands({ ...settings, direction });
  const known = new Map<string, Resident>([['seed', member('seed', { score: 0 })]]);
  const people = new Map<string, readonly string[]>();
  const key = (id: string) => rankKey(known.get(id)?.evaluation ?? member('', { score: null }).evaluation, direction);
  const residents = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  const homeOf = (name: string): Home => {
    const living = residents(people.get(name) ?? []);
    return { name, size: living.length, worst: () => living.at(-1), top: (k) => living.slice(0, k) };
  };
  const move = (id: string, home: string, evicted: readonly string[]): void => {
    const left = (people.get(home) ?? []).filter((one) => !evicted.includes(one));
    // Sorting is stable: whoever came first stands first among equals.
    people.set(
      home,
      [...left, id].sort((a, b) => byRankKey(key(a), key(b))),
    );
  };
  const apply = (id: string, placement: Placement): void => {
    if (placement.kind === 'kept') move(id, placement.home, placement.evicted);
    for (const copy of placement.copies ?? []) move(copy.candidate, copy.home, copy.evicted);
  };
  apply('seed', settled(settings, 'seed'));
  let added = 0;
  return scores.map((score, index) => {
    const [id, home] = [`c${index + 1}`, islandOf(settings, index + 1)];
    const one = member(id, { score });
    known.set(id, one);
    const placement = archive.place(homeOf(home), one, { home: homeOf, added });
    apply(id, placement);
    if (isAdded(placement)) added++;
    return { id, home, placement, people: new Map(people) };
  });
}
