import type { Refused, Sha } from './candidate.ts';
import type { Reach } from './sandbox.ts';

/** Where an agent works: a folder with all the code, in a small repository of its own. */
export interface Workspace {
  readonly root: string;
  /** The folder in it that corresponds to the one that the run was started in. */
  readonly cwd: string;
  /** For prompts and logs, outside the code; what is in it is kept with the candidate. */
  readonly notes: string;
  /** Files in which merging the parents left conflict markers; empty when there is one parent. */
  readonly conflicts: readonly string[];
  /** Files that both parents changed and that can't be merged: they are as in the first parent. */
  readonly unmerged: readonly string[];
  /** Mounts for whatever works here, in order: the user's own files read-only, the workspace writable, the inputs read-only. */
  readonly mounts: readonly Mount[];
  /** Names of the user's variables that whoever works here may see beyond its own. */
  readonly env?: readonly string[];
  /** What whoever works here is shut into; absent where there is no sandbox for it. */
  readonly shut?: Shut;
  /** Keeps what has become of the files so far. */
  save(): Promise<Left>;
  /** Brings back what was kept. */
  load(left: Left): Promise<void>;
  /** Makes the files what they were when they were last kept or brought back, else at first: a turn that broke off has left some of its edits. */
  renew(): Promise<void>;
}

/** The files of a workspace as someone left them: those in scope, and what was left out. */
export interface Left {
  readonly tree: Sha;
  readonly refused: readonly Refused[];
}

/** A sandbox for an agent: its workspace and its own configuration can be written, what is hidden is not there. */
export interface Shut {
  /** The user's repository first, the folder of all runs last. */
  readonly hidden: readonly string[];
  /** An empty folder that stands in for the user's home. */
  readonly home: string;
  /** What the user allows beyond. */
  readonly reach: Reach;
  /** Mounted in it: inputs, read-only. */
  readonly binds: readonly Mount[];
}

/** Seen by one command alone: what lies at `from` also lies at `to`. Absolute paths; the target must exist. */
export interface Mount {
  readonly from: string;
  readonly to: string;
  /** Read-only unless it says so. */
  readonly writable?: boolean;
  /** With what is mounted below it, which stays as writable as it is. */
  readonly deep?: boolean;
}
