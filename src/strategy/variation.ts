import type { Edit, Operation } from '../domain/proposal.ts';
import type { Question } from '../domain/question.ts';
import type { Entry, View } from '../domain/view.ts';

/**
 * Works out changes in advance, where that needs no agent and no file.
 * Contract: pure; the memo it returns is a function of the memo before and of the results since.
 */
export interface Variation {
  /** What must be known before anything can be varied; empty when all is known. */
  questions(view: View): readonly Question[];
  /** Starts a batch. */
  begin(view: View): VariationBatch;
}

export interface VariationBatch {
  /** undefined leaves the change to the operator; `none` when there is nothing left that this batch does not have. */
  edit(operation: Operation, parents: readonly Entry[], proposal: string): Edit | undefined | 'none';
  memo?(): { key: string; value: unknown };
}
