import type { CandidateId } from './candidate.ts';
import type { Turn } from './cycle.ts';
import type { Seat } from './round.ts';

/**
 * What to try. Its id, batch and order are computed by the strategy, never counted by arrival;
 * lists of proposals are in the order of (batch, ord).
 */
export interface Proposal {
  readonly id: string;
  readonly batch: number;
  readonly ord: number;
  readonly home: string;
  /** How the change is made. */
  readonly operator: Operation;
  /** Who makes it: a built-in operator, or an author by name. */
  readonly by: string;
  readonly parents: readonly [CandidateId, ...CandidateId[]];
  readonly inspirations: readonly CandidateId[];
  readonly brief: Brief;
  /** What it is for, where that isn't the search itself. */
  readonly arm?: Arm;
  /** Whoever asked for it makes the change, not a lane. */
  readonly hand?: true;
  /** Of a round: whose turn it is. */
  readonly seat?: Seat;
  /** Of a cycle over goals. */
  readonly turn?: Turn;
  /** A change that the strategy has already worked out. */
  readonly edit?: Edit;
}

/**
 * `repair` mends an invalid parent; `brief` works freely on the objective. Of cycles: `base` takes the branch as it is now, `rebase` brings
 * a change to where the branch has gone.
 */
export type Operation = 'seed' | 'mutate' | 'cross' | 'fresh' | 'repair' | 'brief' | 'base' | 'rebase';

/**
 * `control`: a plain proposal from the seed, to tell whether the search was worth it. `idle`: a free operator's, made while agents
 * think. `partner`: the numbers of a promoted candidate, tuned before it is judged final.
 */
export type Arm = 'control' | 'idle' | 'partner';

export interface Brief {
  readonly objective: string;
  readonly boundaries: readonly string[];
  readonly pointers: readonly string[];
  readonly lens?: string;
}

/** New values for the numeric literals in scope, in the order of the files' paths and then of the text. */
export interface Edit {
  /** The candidate whose numbers they are: the nearest ancestor that was not made by changing numbers. */
  readonly of: CandidateId;
  readonly literals: readonly number[];
}
