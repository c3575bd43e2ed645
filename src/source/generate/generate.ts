import type { GenerateAnswer } from '../../domain/cycle.ts';
import type { Version } from '../../domain/lane.ts';
import type { Question } from '../../domain/question.ts';
import type { Desk } from '../desk.ts';

export type GenerateQuestion = Extract<Question, { readonly of: 'generate' }>;

/** Looks for work and writes down what it finds. Contract: done twice it is done once. */
export async function generate(
  _desk: Desk,
  { generator }: GenerateQuestion,
  _version: Version,
  _signal: AbortSignal,
): Promise<GenerateAnswer> {
  return { generator, titles: [], skipped: ['there is no such generator yet'] };
}
