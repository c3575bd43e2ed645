import type { LandAnswer } from '../domain/cycle.ts';
import type { Version } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import type { Desk } from './desk.ts';

export type LandQuestion = Extract<Question, { readonly of: 'land' }>;

/** Brings a candidate and the ledger with its line to the branch. Contract: done twice it is done once. */
export async function land(
  _desk: Desk,
  question: LandQuestion,
  _versions: { readonly candidate: Version; readonly base: Version },
  _signal: AbortSignal,
): Promise<LandAnswer> {
  throw new Error(`nothing lands yet: ${question.key}`);
}
