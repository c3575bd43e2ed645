/** Where an agent works: a folder with all the code, in a small repository of its own. */
export interface Workspace {
  readonly root: string;
  /** For prompts and logs, outside the code; what is in it is kept with the candidate. */
  readonly notes: string;
  /** Files in which merging the parents left conflict markers; empty when there is one parent. */
  readonly conflicts: readonly string[];
  /** Mounts for whatever works here, in order: the user's own files read-only, the workspace writable, the inputs read-only. */
  readonly mounts: readonly Mount[];
}

export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly writable?: boolean;
}
