import type { Memory } from './memory.ts';

type Counts = Readonly<Record<string, number>>;

export interface Swings {
  /** How often each broke again after it had been improved. */
  readonly oscillations: Counts;
  /** Those that have been improved and hold. */
  readonly improved: Memory['improved'];
}

/** What was improved and is found broken, at a measurement or by a cycle about it, has swung once. */
export function swung({ oscillations, improved }: Swings, broken: readonly string[]): Swings {
  const back = improved.filter((target) => broken.includes(target));
  const counts = back.map((target) => [target, (oscillations[target] ?? 0) + 1] as const);
  return {
    oscillations: { ...oscillations, ...Object.fromEntries(counts) },
    improved: improved.filter((target) => !back.includes(target)),
  };
}

/** Goals that a measurement finds failing. */
export const brokenIn = (tasks: Counts): readonly string[] => Object.keys(tasks).filter((goal) => tasks[goal] !== 1);
