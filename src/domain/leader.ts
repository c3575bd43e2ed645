import type { CandidateId } from './candidate.ts';
import { byRankKey, type Direction, rankKey, valueKey } from './compare.ts';
import type { Entry } from './view.ts';

/** The best at a task. */
export interface Leader {
  readonly task: string;
  readonly id: CandidateId;
  /** Higher is better, whatever the task's direction. */
  readonly key: number;
  readonly direction: Direction;
}

/** What an entry's tasks are ordered by, by task; empty where it reports none. */
export function taskKeys({ evaluation }: Entry, direction: Direction): ReadonlyMap<string, Omit<Leader, 'id'>> {
  if (evaluation?.outcome !== 'scored') return new Map();
  const ways = new Map(Object.entries(evaluation.taskDirections ?? {}));
  const keys = Object.entries(evaluation.tasks ?? {}).flatMap(([task, value]) => {
    const way = ways.get(task) ?? direction;
    const key = valueKey(value, way);
    return task === '' || key === null ? [] : [[task, { task, key, direction: way }] as const];
  });
  return new Map(keys);
}

/** The plain way to find them. Contract: `entries` are in the order in which they came to the home. */
export function leadersAmong(entries: readonly Entry[], direction: Direction): readonly Leader[] {
  const reports = entries
    .map((entry) => ({ entry, keys: taskKeys(entry, direction) }))
    .filter(({ keys }) => keys.size > 0);
  const [first, ...others] = reports;
  if (first === undefined) return [];
  const shared = [...first.keys.keys()].filter((task) => others.every(({ keys }) => keys.has(task)));
  const rankOf = ({ evaluation }: Entry) => (evaluation === undefined ? null : rankKey(evaluation, direction));
  return shared.sort().map((task) => {
    const ranked = reports
      .flatMap(({ entry, keys }) => {
        const found = keys.get(task);
        return found === undefined ? [] : [{ ...found, id: entry.proposal.id, rank: rankOf(entry) }];
      })
      .sort((a, b) => byRankKey(a.key, b.key) || byRankKey(a.rank, b.rank));
    const [leader] = ranked;
    if (leader === undefined) throw new Error(`nobody reports ${task}`);
    const { rank: _rank, ...rest } = leader;
    return rest;
  });
}

/** Those of a home that are not left out, the first that came first. */
export function inOrderOfArrival(
  entries: readonly Entry[],
  home: string,
  without: readonly CandidateId[],
): readonly Entry[] {
  const since = ({ homes = [] }: Entry) => homes.find(({ name }) => name === home) ?? { since: 0, nth: 0 };
  return entries
    .filter(({ proposal }) => !without.includes(proposal.id))
    .map((entry) => ({ entry, ...since(entry) }))
    .sort((a, b) => a.since - b.since || a.nth - b.nth)
    .map(({ entry }) => entry);
}
