import type { CandidateId, Refused, Sha } from './candidate.ts';
import type { Charter } from './charter.ts';
import type { Direction } from './compare.ts';
import type { Gate } from './config.ts';
import type { Turn } from './cycle.ts';
import type { Evaluation } from './evaluation.ts';
import type { Broken } from './operator.ts';
import type { Proposal } from './proposal.ts';
import type { Question } from './question.ts';
import type { Seat } from './round.ts';
import type { Target } from './target.ts';

/**
 * Where work is done: this machine or another. Jobs are plain data.
 * Contract: rejects only when aborted, and then only after everything it started has ended; whatever a candidate or
 * the machine does is a value.
 */
export interface Lanes {
  apply(job: ApplyJob, signal: AbortSignal): Promise<Applied>;
  evaluate(job: EvaluateJob, signal: AbortSignal): Promise<Evaluation>;
  answer(job: AnswerJob, signal: AbortSignal): Promise<Answered>;
}

export interface ApplyJob {
  readonly proposal: Proposal;
  /** In the order of the proposal's parents. */
  readonly parents: readonly [Version, ...Version[]];
  /** Of all random draws of the run. */
  readonly seed: number;
  /** From 0: what was drawn before it had been tried already. */
  readonly attempt: number;
  /** Whoever was to make it failed, and is asked once more. */
  readonly retry?: true;
  /** Of an experiment: the attempt that is made. */
  readonly trial?: Trial;
  /** Of a cycle over goals: whose protected files and scope hold. */
  readonly base?: Version;
  /** Of a cycle over goals: filled in by the lane. */
  readonly charter?: Charter;
  readonly dossier: Dossier;
}

/** An attempt at an experiment that an author makes. */
export interface Trial {
  /** From 1. */
  readonly attempt: number;
  /** How often the change may be verified. */
  readonly verifications: number;
  /** The files to go on from, and why: what was measured before and is to be mended. */
  readonly mend?: { readonly version: Version; readonly reason: string; readonly tail?: string };
  /** The conversation in which the parent, or the attempt before, was made: by the same author. */
  readonly session?: string;
}

/** What is known, for those who think: bounded, the most useful first. */
export interface Dossier {
  /** Empty where judges alone give the score. */
  readonly fitness: string;
  /** How much of the score is a judge's of the code's efficiency; absent where nobody judges. */
  readonly judged?: number;
  readonly direction: Direction;
  /** Which way the command's own numbers are better, where the score goes the other way. */
  readonly commandDirection?: Direction;
  /** Paths and globs that may change. */
  readonly scope: readonly string[];
  readonly target?: Target;
  readonly baseline: number | null;
  readonly best: number | null;
  /** In the job's order. */
  readonly parents: readonly ParentFacts[];
  /** What was tried from the first parent before and did not help, newest first. */
  readonly tried: readonly Tried[];
  /** The same of its ancestors, the nearest first; only where another change is wanted. */
  readonly kin?: readonly TriedNear[];
  /** Others that did well, for ideas, in the proposal's order. */
  readonly inspirations: readonly Tried[];
  /** What the user has said since; absent where nothing was. */
  readonly directives?: Directions;
  /** Of a round: how far its lane has come. */
  readonly lane?: LaneFacts;
}

export interface LaneFacts extends Seat {
  /** Iterations that are left, this one included. */
  readonly left: number;
  /** How things stood when the round began. */
  readonly state: string;
  /** What this lane has tried, the oldest first. */
  readonly earlier: readonly Tried[];
}

/** What the user wants of whoever works from now on, the oldest first. */
export interface Directions {
  readonly told: readonly { readonly id: string; readonly text: string }[];
  /** Older ones are left out. */
  readonly cut?: true;
}

/** A candidate in a line. */
export interface Tried {
  readonly id: CandidateId;
  readonly summary: string;
  readonly score: number | null;
  /** Why it came to nothing. */
  readonly reason?: string;
}

/** What was tried from a relative. */
export interface TriedNear extends Tried {
  readonly from: CandidateId;
}

export interface ParentFacts {
  readonly id: CandidateId;
  /** Nothing was changed yet. */
  readonly original?: true;
  readonly score: number | null;
  readonly summary: string;
  /** Further numbers that the benchmark gave, by name. */
  readonly metrics?: Readonly<Record<string, number>>;
  /** What the benchmark had to say. */
  readonly feedback?: string;
  /** Why it has no score, and the end of what the failing command printed. */
  readonly failure?: { readonly reason: string; readonly tail: string };
  /** Edits outside the scope that were left out. */
  readonly refused: readonly Refused[];
  /** An earlier one that differs from it in comments, white space and names of locals only. */
  readonly sameSyntax?: CandidateId;
}

export interface EvaluateJob {
  readonly candidate: Version;
  readonly attempt: number;
  /** A warm server is started for it and ended after it. */
  readonly cold?: true;
  /** The benchmark is noisy: the machine is watched while it is measured. */
  readonly noisy?: true;
  /** What has been measured in another epoch can't be compared; 0 when absent. */
  readonly epoch?: number;
  /** In place of the run's gates; then each is run whatever the others say, and the log and traces of every attempt are kept. */
  readonly gates?: readonly Gate[];
  /** Nothing but its gates is run, and it gets no sample. */
  readonly only?: 'gates';
  /** What it was made from: gates after the benchmark are spared a candidate that is not better. */
  readonly parent?: Evaluation;
  /** A trial that doesn't count, by its number: its log and traces are kept apart from those of attempts. */
  readonly check?: number;
  /** Which measurement of the candidate it is, where it isn't its first: what is asked of judges is known by it. */
  readonly round?: string;
  /** Of a cycle over goals: whose checks it is held to, and what it is. */
  readonly turn?: { readonly base: Version; readonly turn: Turn };
}

export interface AnswerJob {
  readonly question: Question;
  /** The candidates that the question names, in its order. */
  readonly candidates: readonly Version[];
  /** As in `EvaluateJob`. */
  readonly noisy?: true;
  /** For those who think: what the user wants. */
  readonly directives?: Directions;
  /** Of an audit: what was measured of the candidate, and what of its change was left out. */
  readonly measured?: { readonly evaluation: Evaluation; readonly refused: readonly Refused[] };
}

export interface Version {
  readonly id: CandidateId;
  readonly commit: Sha;
  readonly tree: Sha;
}

export type Applied =
  | {
      readonly kind: 'changed';
      readonly commit: Sha;
      readonly tree: Sha;
      readonly summary: string;
      /** As of a candidate. */
      readonly form?: string;
      readonly traits?: Readonly<Record<string, number>>;
      readonly refused: readonly Refused[];
      readonly touched?: readonly string[];
      /** Another attempt gives another. */
      readonly drawn?: true;
    }
  | { readonly kind: 'unchanged'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'spent'; readonly reason: string }
  | Broken;

export type Answered =
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** Where it is `spent`, nothing has failed: the budget had no room for the judges. */
  | (Broken & { readonly spent?: true });
