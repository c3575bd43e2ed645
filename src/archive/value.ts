import type { Resident } from '../domain/archive.ts';
import { type Direction, scoreOf, valueKey } from '../domain/compare.ts';

/** A number of a member by its name: `score`, a metric of the benchmark, or a trait of the code. */
export function numberOf({ evaluation, traits }: Omit<Resident, 'id'>, name: string): number | undefined {
  if (evaluation.outcome !== 'scored') return undefined;
  if (name === SCORE) return scoreOf(evaluation) ?? undefined;
  const metric = Object.hasOwn(evaluation.metrics, name) ? evaluation.metrics[name] : traits?.[name];
  return metric === undefined || !Number.isFinite(metric) ? undefined : metric;
}

export const SCORE = 'score';

/** What each task of a member came to, higher is better; `direction` is that of the run. */
export function taskKeys({ evaluation }: Omit<Resident, 'id'>, direction: Direction): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  if (evaluation.outcome !== 'scored') return keys;
  const ways = new Map(Object.entries(evaluation.taskDirections ?? {}));
  for (const [task, value] of Object.entries(evaluation.tasks ?? {})) {
    const key = valueKey(value, ways.get(task) ?? direction);
    if (key !== null) keys.set(task, key);
  }
  return keys;
}
