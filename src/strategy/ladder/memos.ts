import type { CandidateId } from '../../domain/candidate.ts';
import type { CycleLine, DiscoverAnswer, Escalated, Fate, HaltReason, SessionState } from '../../domain/cycle.ts';
import type { FinishCause } from '../../domain/event.ts';
import type { FollowUp, Generator, WorkItem } from '../../domain/work-item.ts';
import type { Memory } from './memory.ts';

/** Where a session is. */
export interface Session {
  /** The first cycle of it, and the one that goes on. */
  readonly first: number;
  readonly cycle: number;
  readonly startedAt: number;
  /** Why it ends, once that is decided. */
  readonly end?: SessionEnd;
}

export interface SessionEnd {
  readonly cause: FinishCause;
  readonly halt: HaltReason;
  readonly reason: string;
}

/** How things stand as a cycle opens. */
export interface Opening {
  readonly cycle: number;
  readonly at: number;
  readonly state: SessionState;
  readonly memory: Memory;
  /** The proposal that takes the branch as it is. */
  readonly base: CandidateId;
  /** Why nothing could be done; whoever drives next tries again. */
  readonly stopped?: Stopped;
}

export interface Stopped {
  readonly reason: string;
  readonly drivenAt: number;
}

/** What a cycle is about. */
export type Choice =
  | {
      readonly kind: 'work';
      /** One item, or several that are independent of each other. */
      readonly works: readonly WorkItem[];
      /** A whole pre-mortem. */
      readonly careful: boolean;
      readonly pinned?: Pinned;
      /** What of it can't be done within the scope. */
      readonly followUps: readonly FollowUp[];
    }
  | { readonly kind: 'quarantine'; readonly goal: string; readonly count: number }
  | { readonly kind: 'nothing' };

/** Which item of the queue it is about. */
export interface Pinned {
  readonly item: string;
  readonly index: number;
  readonly total: number;
  readonly unblock?: { readonly target: string; readonly depth: number };
}

export interface Pick {
  /** Of the first claim. */
  readonly nth: number;
  readonly at: number;
  readonly choice: Choice;
  /** Which reading of what waits it comes from. */
  readonly pass: number;
  /** Items that others were faster to take. */
  readonly lost: readonly string[];
  /** Items that were found to be out of scope, in this cycle. */
  readonly parked: readonly string[];
  /** Of them, those that people have to decide on. */
  readonly escalated?: readonly Escalated[];
  /** Where nothing waits: who would look for more, in order. */
  readonly generators?: readonly Generator[];
  /** The queue after what was escalated on the way. */
  readonly queue?: NonNullable<SessionState['queue']>;
}

/** What a cycle has come to, before it is closed. */
export interface End {
  readonly line?: CycleLine;
  /** The line is on the branch already. */
  readonly landed: boolean;
  readonly state: SessionState;
  readonly memory: Memory;
  readonly after?: CandidateId;
  readonly settled: readonly { readonly work: WorkItem; readonly owner: string; readonly fate: Fate }[];
  readonly followUps: readonly FollowUp[];
  readonly escalated?: readonly Escalated[];
  readonly parts: DiscoverAnswer['parts'];
  readonly learnings: readonly string[];
  readonly stopped?: Stopped;
  /** The session ends with it. */
  readonly over?: SessionEnd;
}
