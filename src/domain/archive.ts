import type { CandidateId } from './candidate.ts';
import type { Evaluation } from './evaluation.ts';

/** A home that an archive looks at while it places: who lives there, best first. */
export interface Home {
  readonly size: number;
  worst(): Resident | undefined;
  top(k: number): readonly Resident[];
}

export interface Resident {
  readonly id: CandidateId;
  readonly evaluation: Evaluation;
  /** What its code is like, by name. */
  readonly traits?: Readonly<Record<string, number>>;
}

export type Placement =
  | { readonly kind: 'kept'; readonly home: string; readonly evicted: readonly CandidateId[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** Contract: pure; decides from the home and the member alone. */
export interface Archive {
  place(home: Home, member: Resident): Placement;
}
