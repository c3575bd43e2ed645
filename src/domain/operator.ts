import type { ApplyJob } from './lane.ts';

/** The files in scope of one version, to be read and changed. */
export interface Draft {
  /** Paths of the regular files in scope, in order. */
  files(): readonly string[];
  /** undefined when the file is not UTF-8. */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): void;
}

/** How to change. Contract: changes the draft only, and says what it did; rejects only when aborted. */
export interface Operator {
  apply(job: ApplyJob, draft: Draft, signal: AbortSignal): Promise<Change>;
}

export type Change =
  | { readonly kind: 'changed'; readonly summary: string }
  | { readonly kind: 'unchanged'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string };
