/** A git object id. */
export type Sha = string;
export type CandidateId = string;

/** One version of the code: a commit with lineage. */
export interface Candidate {
  readonly id: CandidateId;
  readonly proposal: string;
  readonly parents: readonly CandidateId[];
  readonly commit: Sha;
  readonly tree: Sha;
  readonly summary: string;
  /** A hash of its code without comments, white space and names of locals. */
  readonly form?: string;
  /** What its code is like, by name: `size`, `complexity`. */
  readonly traits?: Readonly<Record<string, number>>;
  /** Edits outside the scope that were left out, each with its reason. */
  readonly refused?: readonly Refused[];
  /** What it changes of its parent: files, with the definitions in them where these are known (`src/a.ts#sort`). Bounded. */
  readonly touched?: readonly string[];
}

export interface Refused {
  readonly path: string;
  readonly reason: string;
}
