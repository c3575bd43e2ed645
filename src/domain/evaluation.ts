import type { CandidateId } from './candidate.ts';

/** What one stage said. `fail` is the candidate's fault, `broken` the machine's. */
export type StageResult =
  | { readonly verdict: 'pass'; readonly stage: string; readonly ms: number }
  | { readonly verdict: 'fail'; readonly stage: string; readonly ms: number; readonly reason: string }
  | { readonly verdict: 'broken'; readonly stage: string; readonly ms: number; readonly reason: string };

export interface Comparison {
  readonly against: CandidateId;
  readonly pairs: readonly (readonly [number, number])[];
  readonly verdict: 'better' | 'worse' | 'equivalent' | 'undecided';
}

/** How a benchmark reported: the channel that the seed used is the only one accepted afterwards. */
export type Channel = 'file' | 'json' | 'number' | 'metric' | 'last-number';

/** What was measured of a candidate. A score is a set of samples; `invalid` is not a low score. */
export type Evaluation =
  | {
      readonly outcome: 'scored';
      readonly epoch: number;
      readonly samples: readonly number[];
      readonly comparisons: readonly Comparison[];
      readonly metrics: Readonly<Record<string, number>>;
      readonly tasks?: Readonly<Record<string, number>>;
      readonly feedback?: string;
      readonly channel: Channel;
      readonly stages: readonly StageResult[];
    }
  | {
      readonly outcome: 'invalid';
      readonly epoch: number;
      readonly reason: string;
      /** The end of what the failing command printed, for the next proposer. */
      readonly tail?: string;
      readonly stages: readonly StageResult[];
    }
  | { readonly outcome: 'broken'; readonly reason: string; readonly stages: readonly StageResult[] };
