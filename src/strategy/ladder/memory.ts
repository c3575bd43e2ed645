import type { CandidateId } from '../../domain/candidate.ts';
import type { CycleResult } from '../../domain/cycle.ts';

/** What a session remembers beside its state: a function of the one before and of the cycle since. Bounded. */
export interface Memory {
  /** How often an item was tried without success. */
  readonly tried: Readonly<Record<string, number>>;
  /** Items that can't be done within the scope. */
  readonly parked: readonly string[];
  /** Items of waves that came to nothing: they are tried one by one. */
  readonly alone: readonly string[];
  /** Goals and targets that a cycle has improved and that have not broken since. */
  readonly improved: readonly string[];
  /** What generators have found. */
  readonly found: readonly string[];
  /** What was measured last: the work that has landed, else the base. */
  readonly last?: CandidateId;
  readonly lastResult?: CycleResult;
  /** Of the queue: what is to be done next has failed, and is tried once more with care. */
  readonly retried?: true;
}

export const NOTHING: Memory = { tried: {}, parked: [], alone: [], improved: [], found: [] };

/** So many of each are remembered, the newest: a night is long. */
const MOST = 500;

/** An item is tried so often in a session. */
export const TRIES = 3;

export const bounded = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(-MOST);

/** Counts a try that came to nothing; one that came to something is forgotten. */
export function triedAfter(tried: Memory['tried'], ref: string, succeeded: boolean): Memory['tried'] {
  const { [ref]: times = 0, ...others } = tried;
  if (succeeded) return others;
  return Object.fromEntries([...Object.entries(others).slice(1 - MOST), [ref, times + 1]]);
}
