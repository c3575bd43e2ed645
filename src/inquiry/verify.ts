import type { Refused } from '../domain/candidate.ts';
import type { Flag } from '../domain/evaluation.ts';
import type { Directions } from '../domain/lane.ts';
import type { Verified } from '../domain/verification.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Council } from './council.ts';

/** A change that is verified before it is measured. */
export interface Unverified {
  /** Of the call: `r1-l0-d0/verify/1`. */
  readonly key: string;
  /** What was asked for. */
  readonly objective: string;
  readonly boundaries: readonly string[];
  /** The whole change, against the parent. */
  readonly patch: string;
  /** Edits outside the scope, which were left out. */
  readonly refused: readonly Refused[];
  /** Lines that code has found suspicious, and found tolerable. */
  readonly flags: readonly Flag[];
  /** Where the files can be read, for those who work on files. */
  readonly workspace?: Workspace;
  readonly directives?: Directions;
}

/** Asks the verifier. What it can't confirm has not passed. */
export function verifyBy(_council: Council, _change: Unverified, _signal: AbortSignal): Promise<Verified> {
  throw new Error('not yet');
}
