import type { ClosedAnswer } from '../../domain/cycle.ts';
import type { Version } from '../../domain/lane.ts';
import type { Question } from '../../domain/question.ts';
import type { Desk } from '../desk.ts';

export type TeardownQuestion = Extract<Question, { readonly of: 'teardown' }>;

/** The last thing of a session. Contract: done twice it is done once. */
export async function teardown(
  _desk: Desk,
  question: TeardownQuestion,
  _version: Version,
  _signal: AbortSignal,
): Promise<ClosedAnswer> {
  throw new Error(`nothing is torn down yet: ${question.key}`);
}
