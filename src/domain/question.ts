import type { CandidateId } from './candidate.ts';
import type { CycleLine, DiscoverAnswer, Escalated, Fate, HaltReason, Learning, SessionState } from './cycle.ts';
import type { Ideator, Situation, Subject } from './round.ts';
import type { FollowUp, Generator, WorkItem } from './work-item.ts';

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
  // Of cycles over goals; their answers are in cycle.ts. The candidate is the cycle's base, unless said otherwise.
  /** What earlier sessions have left. */
  | { readonly of: 'orient' }
  /** Whether somebody has said stop. */
  | { readonly of: 'halt'; readonly cycle: number }
  /** All that waits to be done, read anew. */
  | { readonly of: 'work'; readonly cycle: number; readonly pass: number; readonly candidate: CandidateId }
  /** Looks for work and writes down what it finds. */
  | {
      readonly of: 'generate';
      readonly cycle: number;
      readonly generator: Generator;
      readonly candidate: CandidateId;
    }
  /** Takes an item, unless somebody else was faster. */
  | { readonly of: 'claim'; readonly work: WorkItem; readonly owner: string; readonly at: string }
  | {
      readonly of: 'discover';
      readonly candidate: CandidateId;
      readonly work: WorkItem;
      readonly learnings: readonly Learning[];
      /** A whole pre-mortem. */
      readonly full: boolean;
      /** Work of so many parts is split. */
      readonly splitAt: number;
      /** Why the attempts before came to nothing. */
      readonly earlier: readonly string[];
    }
  /** Whether the candidate does what was planned. */
  | {
      readonly of: 'validate';
      readonly candidate: CandidateId;
      /** The base. */
      readonly parent: CandidateId;
      readonly work: WorkItem;
      readonly plan: DiscoverAnswer;
      readonly testFirst: boolean;
    }
  /** Brings the candidate, and the ledger with its line, to the branch. Done twice it is done once. */
  | {
      readonly of: 'land';
      readonly candidate: CandidateId;
      /** The base it was gated on. */
      readonly parent: CandidateId;
      readonly subject: string;
      readonly line: CycleLine;
      readonly push: boolean;
    }
  /** Settles claims, writes what is to be written. Done twice it is done once. */
  | {
      readonly of: 'close';
      readonly cycle: number;
      readonly candidate: CandidateId;
      /** What was measured after the work, where something was. */
      readonly after?: CandidateId;
      /** Absent where it has landed with the work, or is not to be written. */
      readonly line?: CycleLine;
      readonly settled: readonly { readonly work: WorkItem; readonly owner: string; readonly fate: Fate }[];
      readonly followUps: readonly FollowUp[];
      /** What waits and needs files that may not change: for people to decide. */
      readonly escalated?: readonly Escalated[];
      /** Of work that was split: tracked items in waves. */
      readonly parts: DiscoverAnswer['parts'];
      readonly learnings: readonly string[];
      /** What earlier cycles have landed is pushed. */
      readonly push?: true;
      readonly state: SessionState;
    }
  /** The last thing of a session: post-mortem, reports. */
  | {
      readonly of: 'teardown';
      readonly candidate: CandidateId;
      readonly reason: HaltReason;
      readonly text: string;
      readonly state: SessionState;
    }
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
