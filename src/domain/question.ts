import type { CandidateId } from './candidate.ts';
import type { Ideator, Situation, Subject } from './round.ts';

/** What a strategy must know before it can go on. Each key is answered once and never asked again. */
export type Question = { readonly key: string } & (
  | { readonly of: 'literals'; readonly candidate: CandidateId }
  | { readonly of: 'trees'; readonly candidate: CandidateId }
  /** What its code is like. */
  | { readonly of: 'traits'; readonly candidate: CandidateId }
  /** The candidates measured afresh, in turns, on the same machine. */
  | {
      readonly of: 'side-by-side';
      readonly candidates: readonly CandidateId[];
      readonly repeats: number;
      /** Which of those with this key it is, where there are several. */
      readonly part?: string;
    }
  /** The candidate's score by the held-out command; answered like `side-by-side`. */
  | { readonly of: 'holdout'; readonly candidate: CandidateId; readonly repeats: number }
  // Of rounds; their answers are in round.ts.
  /** What the newest attempts of some experiments have in common. */
  | { readonly of: 'scan'; readonly subjects: readonly Subject[] }
  /** What else could be tried. The candidate is the best, whose code it is about. */
  | { readonly of: 'ideate'; readonly ideator: Ideator; readonly candidate: CandidateId; readonly situation: Situation }
  | { readonly of: 'brief'; readonly candidate: CandidateId; readonly situation: Situation }
  /** Whether a candidate that is better than its parent is what it seems to be. */
  | {
      readonly of: 'audit';
      readonly candidate: CandidateId;
      readonly parent: CandidateId;
      readonly attempt: number;
      readonly subject: Subject;
    }
  /** What the analyst has said after this place in the journal. */
  | { readonly of: 'hints'; readonly after: number }
);

/** A question to the human. */
export interface Checkpoint {
  readonly key: string;
  readonly of: 'human';
  readonly text: string;
  readonly options: readonly Option[];
}

export interface Option {
  readonly name: string;
  readonly text: string;
}

/** Answer to `literals`: the numbers in scope, in the order in which an edit gives them. */
export interface LiteralsAnswer {
  readonly literals: readonly {
    readonly value: number;
    readonly integer: boolean;
    /** The least and the greatest value that its type can hold, where that is known. */
    readonly least?: number;
    readonly most?: number;
  }[];
  /** Files whose numbers can't be read, each with its reason. */
  readonly skipped: readonly string[];
}

/** Answer to `trees`. */
export interface TreesAnswer {
  /** Files whose syntax can be edited. */
  readonly editable: readonly string[];
  /** Files whose syntax can't, each with its reason. */
  readonly skipped: readonly string[];
}

/** Answer to `traits`: as a candidate has them. */
export interface TraitsAnswer {
  readonly traits: Readonly<Record<string, number>>;
}

/** Answer to `side-by-side`: samples of each candidate, in the order asked. */
export interface SideBySideAnswer {
  readonly samples: readonly (readonly number[])[];
  /** Why there are none, and which candidate it was. */
  readonly failed?: string;
  readonly by?: CandidateId;
}

export interface HumanAnswer {
  readonly option: string;
}

/** Answers come back from the journal as plain values; their key tells which of these they are. */
export const isLiteralsAnswer = (answer: unknown): answer is LiteralsAnswer => has(answer, 'literals');
export const isTreesAnswer = (answer: unknown): answer is TreesAnswer => has(answer, 'editable');
export const isTraitsAnswer = (answer: unknown): answer is TraitsAnswer => has(answer, 'traits');
export const isSideBySideAnswer = (answer: unknown): answer is SideBySideAnswer => has(answer, 'samples');
export const isHumanAnswer = (answer: unknown): answer is HumanAnswer => has(answer, 'option');

const has = (answer: unknown, key: string): boolean => typeof answer === 'object' && answer !== null && key in answer;
