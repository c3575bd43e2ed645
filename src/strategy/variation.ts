import type { Edit, Operation } from '../domain/proposal.ts';
import type { Question } from '../domain/question.ts';
import type { Memo } from '../domain/strategy.ts';
import type { Entry, View } from '../domain/view.ts';

/**
 * Who makes the next changes, and what of them can be worked out in advance.
 * Contract: pure; a memo is a function of the memo before it and of the results since.
 */
export interface Variation {
  /** What must be known before these parents can be varied; empty when all is known. */
  questions(view: View, parents: readonly Entry[]): readonly Question[];
  /** Starts a batch. */
  begin(view: View): VariationBatch;
}

export interface VariationBatch {
  /** undefined when there is nothing left that this batch does not have. */
  draw(slot: Slot): Drawn | undefined;
  memos(): readonly Memo[];
}

export interface Slot {
  /** Of the proposal. */
  readonly id: string;
  readonly batch: number;
  readonly ord: number;
  readonly operation: Operation;
  readonly parents: readonly Entry[];
  /** As if nothing had been learned yet. */
  readonly plain?: true;
}

export interface Drawn {
  readonly by: string;
  readonly edit?: Edit;
  readonly lens?: string;
}
