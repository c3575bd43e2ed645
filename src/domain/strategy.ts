import type { Archive } from './archive.ts';
import type { Event, FinishCause, StopCause } from './event.ts';
import type { Proposal } from './proposal.ts';
import type { Checkpoint, Question } from './question.ts';
import type { View } from './view.ts';

/**
 * What next. Contract: `ask` is pure and synchronous, a function of the view, the free slots and the time given;
 * it records before it proposes and proposes before it gathers, returns `wait` only while something is in flight or unplaced, and pauses or ends only
 * when nothing is.
 */
export interface Strategy {
  /** `arrival`: placed as soon as evaluated. `barrier`: `wait` with nothing in flight places all that is unplaced, in order. */
  readonly places: 'arrival' | 'barrier';
  readonly archive: Archive;
  ask(view: View, slots: number, now: number): Ask;
  /**
   * What a free operator may do while every lane is busy and an evaluation slot idles, one proposal at a time; absent where
   * results must not depend on how long anything takes.
   */
  idle?(view: View, now: number): Ask;
  /** Why work on a proposal may no longer start, if it may not. */
  tooLate(view: View, now: number, proposal: string): string | undefined;
}

/** What a strategy would have to refold: a function of the memo before it and of the results since. */
export interface Memo {
  readonly key: string;
  readonly value: unknown;
}

export type Ask =
  | {
      readonly kind: 'propose';
      readonly proposals: readonly Proposal[];
      readonly memos?: readonly Memo[];
    }
  /** What follows from what is known, without anybody's work. Never nothing. */
  | {
      readonly kind: 'record';
      readonly events: readonly Extract<Event, { type: 'retried' | 'discarded' | 'pruned' | 'noted' | 'placed' }>[];
      readonly memos?: readonly Memo[];
    }
  | { readonly kind: 'gather'; readonly questions: readonly Question[] }
  | { readonly kind: 'wait' }
  | { readonly kind: 'pause'; readonly question: Checkpoint }
  | { readonly kind: 'finish'; readonly cause: FinishCause; readonly reason: string }
  | { readonly kind: 'stop'; readonly cause: StopCause; readonly reason: string };
