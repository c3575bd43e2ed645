import type { CandidateId } from './candidate.ts';
import type { Isolation } from './sandbox.ts';

/** What one stage said. `fail` is the candidate's fault, `broken` the machine's. */
export type StageResult =
  | { readonly verdict: 'pass'; readonly stage: string; readonly ms: number; readonly note?: string }
  | { readonly verdict: 'fail'; readonly stage: string; readonly ms: number; readonly reason: string }
  | { readonly verdict: 'broken'; readonly stage: string; readonly ms: number; readonly reason: string };

/** A candidate's score and the other's, measured one after the other. */
export type Pair = readonly [candidate: number, other: number];

/** What fresh runs in turns said; `open` asks for more of them. `undecided` is not better. */
export type Verdict = 'better' | 'worse' | 'equivalent' | 'undecided' | 'open';

export interface Comparison {
  readonly against: CandidateId;
  /** In the order in which they were measured, two to a block. */
  readonly pairs: readonly Pair[];
  /** The chance of a wrong `better` that was allowed. */
  readonly alpha: number;
  /** The scatter that was known when it began: looking back with another one would be one more chance to err. */
  readonly spread: number;
  readonly verdict: Verdict;
}

/** A line of a candidate's change that looks like an attempt at the measurement and not at the task. */
export interface Flag {
  /** What it does: `patches a timer`. */
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/**
 * How a benchmark reported: the channel that the seed used is the only one accepted afterwards. `judge` where there is none and
 * judges alone give the score.
 */
export type Channel = 'file' | 'json' | 'number' | 'metric' | 'last-number' | 'judge';

/** Numbers that don't count. */
export interface Measured {
  readonly samples: readonly number[];
  readonly metrics: Readonly<Record<string, number>>;
  readonly tasks?: Readonly<Record<string, number>>;
}

/** What was measured of a candidate. A score is a set of samples; `invalid` is not a low score. */
export type Evaluation =
  | {
      readonly outcome: 'scored';
      readonly epoch: number;
      readonly samples: readonly number[];
      readonly comparisons: readonly Comparison[];
      readonly metrics: Readonly<Record<string, number>>;
      readonly tasks?: Readonly<Record<string, number>>;
      /** Which way a task is better, where the benchmark says so; the others go the run's way. */
      readonly taskDirections?: Readonly<Record<string, 'max' | 'min'>>;
      readonly feedback?: string;
      readonly channel: Channel;
      /** Scores of the held-out command; only a candidate that would be best has them. */
      readonly heldOut?: readonly number[];
      readonly flags?: readonly Flag[];
      /** What kept the commands apart from the machine. */
      readonly sandbox?: Isolation | 'off';
      readonly stages: readonly StageResult[];
    }
  | {
      readonly outcome: 'invalid';
      readonly epoch: number;
      readonly reason: string;
      /** The end of what the failing command printed, for the next proposer. */
      readonly tail?: string;
      /** What it scored before a gate said no. */
      readonly measured?: Measured;
      readonly flags?: readonly Flag[];
      readonly sandbox?: Isolation | 'off';
      readonly stages: readonly StageResult[];
    }
  | {
      readonly outcome: 'broken';
      readonly reason: string;
      /** Trying again is of no use without a person. */
      readonly final?: true;
      /** Nothing has failed: the budget had no room for its judges. */
      readonly spent?: true;
      readonly stages: readonly StageResult[];
    };
