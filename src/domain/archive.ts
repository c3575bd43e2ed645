import type { CandidateId } from './candidate.ts';
import type { Evaluation } from './evaluation.ts';

/** A home that an archive looks at while it places: who lives there, best first. */
export interface Home {
  readonly name: string;
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
  | {
      readonly kind: 'kept';
      readonly home: string;
      readonly evicted: readonly CandidateId[];
      /** Who moves into further homes with it, itself or others, in order. */
      readonly copies?: readonly Copy[];
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly copies?: readonly Copy[] };

/** Why one is refused that came too late to a full home. */
export const OUTRANKED = 'outranked';

/** Kept, or only then outranked. */
export const isAdded = (placement: Placement): boolean => placement.kind === 'kept' || placement.reason === OUTRANKED;

/** A candidate gets one more home. */
export interface Copy {
  readonly candidate: CandidateId;
  readonly home: string;
  readonly evicted: readonly CandidateId[];
}

/** What lies beyond the home. */
export interface World {
  home(name: string): Home;
  /** How many have been added before, the seed left out. */
  readonly added: number;
}

/** Contract: pure; decides from the home, the member and the world alone. */
export interface Archive {
  place(home: Home, member: Resident, world?: World): Placement;
}
