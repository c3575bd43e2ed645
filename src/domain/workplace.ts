import type { CandidateId, Refused, Sha } from './candidate.ts';
import type { Lease } from './experiment.ts';
import type { Version } from './lane.ts';

/**
 * Where people and agents carry out experiments.
 * Contract: whoever is outside knows leases and results alone, all plain data: a workspace may be on another machine. Each call
 * may be made by another process than the one before, and again after it was killed.
 */
export interface Workplaces {
  /**
   * Gives an experiment a workspace with the files of a version: the base's, and the version's own of those in scope. The same
   * call again gives the same. `taken` are the places of leases that others have; `full` when there is none left.
   */
  lease(experiment: CandidateId, version: Version, taken: readonly string[]): Promise<Leased>;
  /** What has become of the files, as a commit; nothing of it is recorded. */
  take(experiment: CandidateId, lease: Lease, parent: Version, how: Taking): Promise<Taken>;
  /** Gives it back: a worktree is deleted, a prepared clone keeps what git does not track. Twice is once. */
  release(lease: Lease): Promise<void>;
  /** The folder to work in, for people and agents on this machine; undefined where there is none. */
  folder(lease: Lease): string | undefined;
  files(lease: Lease): WorkspaceFiles;
}

export type Leased =
  | { readonly kind: 'leased'; readonly lease: Lease }
  /** What to do about it is in the reason. */
  | { readonly kind: 'full'; readonly reason: string };

export interface Taking {
  readonly commit: 'all' | 'tracked-only';
  /** Whoever asks has staged the new files that belong to the change: of `tracked-only`. */
  readonly staged: boolean;
  readonly message: string;
}

export type Taken =
  | {
      readonly kind: 'changed';
      readonly commit: Sha;
      readonly tree: Sha;
      /** Paths that differ from the parent's. */
      readonly paths: readonly string[];
      readonly refused: readonly Refused[];
    }
  | { readonly kind: 'unchanged'; readonly reason: string; readonly refused: readonly Refused[] }
  /** New files that nobody has staged: nobody knows whether they belong to the change. */
  | { readonly kind: 'unstaged'; readonly paths: readonly string[] };

/** The files of a workspace, wherever it is. Paths are relative to the folder to work in; one that leaves the workspace is a user's mistake. */
export interface WorkspaceFiles {
  bash(command: string, limits: { readonly timeoutMs: number }, signal: AbortSignal): Promise<Shell>;
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** How many places were replaced. The old text must be there, and once unless `all`. */
  edit(path: string, change: { readonly old: string; readonly new: string; readonly all: boolean }): Promise<number>;
  /** Paths of files that git does not ignore, in order. */
  glob(pattern: string, within?: string): Promise<readonly string[]>;
  /** An extended regular expression, in text files alone. */
  grep(pattern: string, within?: string): Promise<readonly Hit[]>;
}

export interface Shell {
  readonly stdout: string;
  readonly stderr: string;
  /** Only the end of what it printed is here. */
  readonly truncated?: true;
  /** null when its time was over. */
  readonly code: number | null;
}

export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}
