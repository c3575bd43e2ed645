import type { CandidateId } from './candidate.ts';
import type { ApplyJob } from './lane.ts';
import type { Target } from './target.ts';
import type { Verified } from './verification.ts';
import type { Workspace } from './workspace.ts';

/** The files in scope of one version. */
export interface Source {
  /** Paths of the regular files in scope, in order. */
  files(): readonly string[];
  /** undefined when the file is not UTF-8. */
  read(path: string): Promise<string | undefined>;
  /** What of a file may change where that isn't all of it. */
  readonly target?: Target;
}

/** The files of the first parent, to be read and changed. Of what is written outside the scope nothing is taken, and it is told. */
export interface Draft extends Source {
  write(path: string, text: string): void;
  delete(path: string): void;
  /** Whether a path is in scope, be there a file or not. */
  allows(path: string): boolean;
  /** The parents after the first, in the job's order. */
  readonly others: readonly Source[];
  /** The first parent with what the second has changed since the original. */
  merged(): Promise<Merged>;
  /**
   * A folder with all the code, for those who work on files rather than texts. What has changed in it and is in scope is
   * the change, once the operator says `changed`. Called once at most.
   */
  workspace(): Promise<Workspace>;
  /**
   * Whether the whole change so far is what was asked for: first by code, then by whoever verifies. `nth` counts from 1.
   * Absent where nothing is verified before it is measured.
   */
  verify?(nth: number, signal: AbortSignal): Promise<Verified>;
}

/** Two parents in one, without anybody's help. */
export interface Merged extends Source {
  /** Files with conflict markers that bear the names of the parents. */
  readonly conflicts: readonly string[];
  /** Files that can't be merged: they are as in the first parent. */
  readonly unmerged: readonly string[];
  /** The parent that it is no different from. */
  readonly same?: CandidateId;
  /** Makes it the draft. */
  take(): void;
}

/** How to change. Contract: changes the draft only, and says what it did; rejects only when aborted. */
export interface Operator {
  apply(job: ApplyJob, draft: Draft, signal: AbortSignal): Promise<Change>;
}

export type Change =
  /** Without a summary, what it says is counted from the change. */
  | {
      readonly kind: 'changed';
      readonly summary?: string;
      /** Drawn by chance: the next attempt at the same job gives another. */
      readonly drawn?: true;
    }
  | { readonly kind: 'unchanged'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | Broken
  /** The budget has no room for it. */
  | { readonly kind: 'spent'; readonly reason: string };

/** The machine failed, not who tried; `final`: trying again is of no use without a person. */
export interface Broken {
  readonly kind: 'broken';
  readonly reason: string;
  readonly final?: true;
}
