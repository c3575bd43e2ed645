import type { Archive, Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';

export interface Numbers {
  readonly score: number | null;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly tasks?: Readonly<Record<string, number>>;
  readonly taskDirections?: Readonly<Record<string, 'max' | 'min'>>;
  readonly traits?: Readonly<Record<string, number>>;
}

export function member(id: string, { score, metrics = {}, tasks, taskDirections, traits }: Numbers): Resident {
  const known = traits === undefined ? {} : { traits };
  if (score === null)
    return { id, evaluation: { outcome: 'invalid', epoch: 0, reason: 'exited with code 1', stages: [] }, ...known };
  const evaluation = {
    outcome: 'scored',
    epoch: 0,
    samples: [score],
    comparisons: [],
    metrics,
    ...(tasks === undefined ? {} : { tasks }),
    ...(taskDirections === undefined ? {} : { taskDirections }),
    channel: 'json',
    stages: [],
  } as const;
  return { id, evaluation, ...known };
}

/** Plays placements on a home kept in order, as the journal keeps it: who lives after each of them. */
export function play(archive: Archive, members: readonly Resident[], direction: Direction): readonly Resident[][] {
  const key = (one: Resident) => rankKey(one.evaluation, direction);
  let living: readonly Resident[] = [];
  return members.map((one) => {
    const sorted = [...living].sort((a, b) => byRankKey(key(a), key(b)));
    const placement = archive.place(
      { name: 'home', size: sorted.length, worst: () => sorted.at(-1), top: (k) => sorted.slice(0, k) },
      one,
    );
    if (placement.kind === 'kept') living = [...living.filter(({ id }) => !placement.evicted.includes(id)), one];
    return [...living];
  });
}

/** Whether the best score of all so far lives. */
export function keepsBest(living: readonly Resident[], placed: readonly Resident[], direction: Direction): boolean {
  const keys = (all: readonly Resident[]) => all.map((one) => rankKey(one.evaluation, direction)).sort(byRankKey);
  return (keys(placed)[0] ?? null) === (keys(living)[0] ?? null);
}
