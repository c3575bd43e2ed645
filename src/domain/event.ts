import type { Placement } from './archive.ts';
import type { Candidate, CandidateId, Sha } from './candidate.ts';
import type { Adjustable, RunConfig } from './config.ts';
import type { Evaluation, Pair, Verdict } from './evaluation.ts';
import type { ExperimentEvent } from './experiment.ts';
import type { Call, Reservation } from './ledger.ts';
import type { Proposal } from './proposal.ts';
import type { Checkpoint, Question } from './question.ts';

/** One fact that happened, appended once. Status is derived from events, never stored in them. */
export type Event =
  | { readonly type: 'opened'; readonly config: RunConfig; readonly base: Base; readonly forked?: Forked }
  | { readonly type: 'configured'; readonly adjustable: Adjustable }
  /** A driver took the lease; budgets in minutes count from here. */
  | { readonly type: 'driven' }
  | { readonly type: 'proposed'; readonly proposal: Proposal }
  | { readonly type: 'memo'; readonly key: string; readonly value: unknown }
  /** Of an experiment it begins an attempt; `rescore` measures what is there once more, in another epoch. */
  | { readonly type: 'applied'; readonly candidate: Candidate; readonly attempt?: number; readonly rescore?: true }
  | {
      readonly type: 'dropped';
      readonly proposal: string;
      readonly kind: 'unchanged' | 'failed';
      readonly reason: string;
      /** Nobody failed: the budget had no room for it. */
      readonly spent?: true;
    }
  | {
      readonly type: 'evaluated';
      readonly candidate: CandidateId;
      readonly evaluation: Evaluation;
      readonly sameAs?: CandidateId;
    }
  /** An evaluated candidate was measured again. */
  | { readonly type: 'sampled'; readonly candidate: CandidateId; readonly samples: readonly number[] }
  /** One more block of a comparison, and what all of its pairs say. */
  | {
      readonly type: 'compared';
      readonly candidate: CandidateId;
      readonly against: CandidateId;
      readonly pairs: readonly Pair[];
      readonly alpha: number;
      readonly spread: number;
      readonly verdict: Verdict;
    }
  | { readonly type: 'held-out'; readonly candidate: CandidateId; readonly samples: readonly number[] }
  | { readonly type: 'placed'; readonly proposal: string; readonly placement: Placement }
  | { readonly type: 'asked'; readonly question: Question | Checkpoint }
  | { readonly type: 'answered'; readonly key: string; readonly answer: unknown }
  /** An agent is about to be called: the estimate counts until it has been. */
  | { readonly type: 'calling'; readonly call: Reservation }
  | { readonly type: 'called'; readonly call: Call }
  /** The machine failed, not a candidate; or somebody has noted what happened to it. What is breaking begins an epoch. */
  | {
      readonly type: 'infra';
      readonly reason: string;
      readonly noted?: true;
      readonly breaking?: true;
      /** Nothing failed: the budget had no room for a call. */
      readonly spent?: true;
    }
  /** The harness was changed: another base, and with it another epoch. */
  | { readonly type: 'based'; readonly base: Base; readonly reason: string }
  | ExperimentEvent
  /** The user took a candidate over. */
  | ({ readonly type: 'landed' } & Landed)
  | { readonly type: 'stop-requested'; readonly reason: string }
  | { readonly type: 'stopped'; readonly cause: StopCause; readonly reason: string }
  | { readonly type: 'finished'; readonly cause: FinishCause; readonly reason: string };

/** How a candidate came into the user's code, and where it is there: a commit, a branch, a file, or the folder itself. */
export interface Landed {
  readonly candidate: CandidateId;
  readonly how: 'merge' | 'branch' | 'patch' | 'files';
  readonly where: string;
}

/** The run that a run goes on from, and how many of its events it has taken over, this one included. */
export interface Forked {
  readonly run: string;
  readonly events: number;
}

/** The seed's commit, and the user's own commit that it was taken from. */
export interface Base {
  readonly commit: Sha;
  readonly tree: Sha;
  readonly head?: Sha;
}

/** Ended before its own end: by request, or by a machine that kept failing. A stopped run can be continued. */
export type StopCause = 'request' | 'broken';
export type FinishCause =
  | 'plateau'
  | 'forecast'
  | 'generations'
  | 'stall'
  | 'ceiling'
  | 'rounds'
  | 'frontier'
  | 'briefs'
  | 'cycles'
  | 'dormancy'
  | 'breaker'
  | 'failures'
  | 'kill-switch'
  | 'dry-run'
  | 'target'
  | 'evaluations'
  | 'iterations'
  | 'minutes'
  | 'usd'
  | 'tokens'
  | 'request';

/** An event with the place and time that the journal gave it. */
export interface Recorded {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: Event;
}
