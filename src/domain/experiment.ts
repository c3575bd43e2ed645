import type { CandidateId, Refused, Sha } from './candidate.ts';
import type { Gate } from './config.ts';

/** Where those live that may be branched from. */
export const FRONTIER = 'frontier';
/** Where all live that are committed and count, the root with them. */
export const COMMITTED = 'committed';

/** What has become of an experiment. The root is committed. */
export const STATUSES = ['pending', 'active', 'committed', 'evaluated', 'failed', 'discarded', 'pruned'] as const;
export type Status = (typeof STATUSES)[number];

export const NO_STATUSES: Readonly<Record<Status, number>> = {
  pending: 0,
  active: 0,
  committed: 0,
  evaluated: 0,
  failed: 0,
  discarded: 0,
  pruned: 0,
};

/** What is known of an experiment beyond its entry. */
export interface Experiment {
  readonly status: Status;
  /** The newest attempt; 0 before the first. */
  readonly attempt: number;
  /** Attempts that count: measured, and not better or stopped by a gate. */
  readonly spent: number;
  /** The newest attempts in a row that came to no score by the candidate's fault. */
  readonly failures: number;
  readonly tags: readonly string[];
  /** Where somebody works on it; absent once it was given back. */
  readonly place?: Lease;
  /** Why it was discarded or pruned, and what it was before. */
  readonly laid?: Laid;
  /** The ancestor, or itself, that was pruned as invalid. */
  readonly invalid?: CandidateId;
  /** The newest attempt measures what is there once more. */
  readonly rescoring?: true;
  /** The epoch in which it was best when it left, and who was best after it. */
  readonly led?: { readonly epoch: number; readonly next?: CandidateId };
  /** Somebody wants the newest attempt to end. */
  readonly aborting?: true;
  /** It is to be mended and tried again: why, and the end of what was printed. */
  readonly again?: { readonly reason: string; readonly tail?: string };
  /** Evaluations that had been charged when it came to live among the committed. */
  readonly chargedAt?: number;
  /** Of its children, those that are committed and live. */
  readonly branches: number;
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface Laid {
  readonly reason: string;
  readonly was: Status;
  /** Of what was pruned: nothing more comes of it, or it never counted. */
  readonly kind?: 'exhausted' | 'invalid';
}

/** A workspace that belongs to an experiment. Contract: only `workspace/` knows what `where` means. */
export interface Lease {
  readonly kind: 'worktree' | 'pool';
  readonly where: string;
}

/** What an attempt came to. */
export interface Attempt {
  readonly attempt: number;
  readonly commit: Sha;
  readonly tree: Sha;
  readonly refused: readonly Refused[];
  readonly rescore?: true;
  readonly epoch: number;
  readonly startedAt: number;
  /** Absent while it goes on. */
  readonly end?: AttemptEnd;
}

export interface AttemptEnd {
  readonly outcome: 'committed' | 'evaluated' | 'failed';
  /** Of what failed: whose fault it was. Only the candidate's counts. */
  readonly cause?: 'candidate' | 'machine' | 'aborted';
  /** Why it isn't committed. */
  readonly reason?: string;
  readonly score: number | null;
  /** What it was compared with. */
  readonly against?: { readonly id: CandidateId; readonly score: number | null };
  readonly gates: readonly GateResult[];
  readonly endedAt: number;
}

export interface GateResult {
  readonly name: string;
  /** The experiment that it was put on; `config` of the run's own. */
  readonly from: string;
  readonly phase: 'pre' | 'post';
  /** null where it wasn't run: what has not run has not passed. */
  readonly passed: boolean | null;
  readonly reason?: string;
}

/** A gate that an experiment's descendants must pass. */
export interface NodeGate {
  readonly node: CandidateId;
  readonly gate: Gate;
  readonly addedAt: number;
}

/** Something said of an experiment, of one of its tasks, or of all; or what happened to the machine. */
export interface Remark {
  readonly seq: number;
  readonly at: number;
  /** `hint` and `alert` are the analyst's: for whoever plans the next round, and for the user. */
  readonly kind: 'annotation' | 'note' | 'infra' | 'hint' | 'alert';
  readonly text: string;
  readonly experiment?: CandidateId;
  readonly task?: string;
  /** Of `infra`. */
  readonly breaking?: true;
  /** Of `infra`: somebody has said so; else the machine failed. */
  readonly noted?: true;
}

export interface RemarkFilter {
  readonly kind: Remark['kind'];
  readonly experiment?: CandidateId;
  readonly task?: string;
  /** Only those about no experiment. */
  readonly general?: true;
}

/** What the user wants of all who work from now on, or of those who work on one experiment. It overrides what was said before. */
export interface Directive {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly experiment?: CandidateId;
  /** Who has said that it was read, for all, and when. */
  readonly acknowledged?: Acknowledgement;
  /** Who has said so for one experiment alone; all others are still to read it. */
  readonly heard?: readonly (Acknowledgement & { readonly experiment: CandidateId })[];
}

export interface Acknowledgement {
  readonly by: string;
  readonly at: number;
}

export type ExperimentEvent =
  | { readonly type: 'leased'; readonly experiment: CandidateId; readonly place: Lease }
  | { readonly type: 'released'; readonly experiment: CandidateId }
  /** An attempt has ended. */
  | {
      readonly type: 'concluded';
      readonly experiment: CandidateId;
      readonly attempt: number;
      readonly end: Omit<AttemptEnd, 'endedAt'>;
    }
  | { readonly type: 'abort-requested'; readonly experiment: CandidateId; readonly attempt: number }
  /** What was evaluated, or failed, is mended by whoever made it. */
  | { readonly type: 'retried'; readonly experiment: CandidateId; readonly reason: string }
  | {
      readonly type: 'discarded';
      readonly experiment: CandidateId;
      readonly reason: string;
      /** Nobody failed: the budget had no room for it. */
      readonly spent?: true;
    }
  | {
      readonly type: 'pruned';
      readonly experiment: CandidateId;
      readonly kind: 'exhausted' | 'invalid';
      readonly reason: string;
    }
  | { readonly type: 'restored'; readonly experiment: CandidateId }
  | { readonly type: 'tagged'; readonly experiment: CandidateId; readonly tags: readonly string[] }
  | { readonly type: 'gated'; readonly experiment: CandidateId; readonly gate: Gate }
  | { readonly type: 'ungated'; readonly experiment: CandidateId; readonly name: string }
  | {
      readonly type: 'annotated';
      readonly experiment: CandidateId;
      readonly task?: string;
      readonly text: string;
    }
  /** The analyst has seen something. */
  | { readonly type: 'observed'; readonly kind: 'hint' | 'alert'; readonly text: string }
  | { readonly type: 'noted'; readonly text: string; readonly experiment?: CandidateId }
  | { readonly type: 'directed'; readonly directive: string; readonly text: string; readonly experiment?: CandidateId }
  | {
      readonly type: 'acknowledged';
      readonly directive: string;
      readonly by: string;
      /** It counts for this experiment alone. */
      readonly experiment?: CandidateId;
    };
