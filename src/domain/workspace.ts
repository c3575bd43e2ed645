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
