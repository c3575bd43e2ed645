import type { CandidateId } from '../domain/candidate.ts';
import type { Answered } from '../domain/lane.ts';
import type { Question, SideBySideAnswer } from '../domain/question.ts';
import { boundary } from '../lib/seam.ts';
import type { Driving } from './loop.ts';
import type { Machine } from './machine.ts';
import { versionOf, watched } from './work.ts';

/** Answers a question of the strategy once; a key that has an answer is never answered again. */
export async function answerQuestion(
  question: Question,
  driving: Driving,
  machine: Machine,
  signal: AbortSignal,
): Promise<void> {
  const view = driving.journal.view();
  const candidates = candidatesOf(question).map((id) => versionOf(view, id));
  const { answer } = await machine.persist(question.key, async () => {
    const answered = await driving.lanes.answer({ question, candidates, ...watched(view) }, signal);
    return unlessSpent(answered, () => ({ samples: candidates.map(() => []), failed: reasonOf(answered) }));
  });
  boundary();
  await machine.append((now) =>
    now.answer(question.key) === undefined ? [{ type: 'answered', key: question.key, answer }] : [],
  );
}

/** An answer that the budget had no room for is none, and not asked for again. */
export function unlessSpent(answered: Answered, instead: () => SideBySideAnswer): Answered {
  return answered.kind === 'broken' && answered.spent === true ? { kind: 'answered', answer: instead() } : answered;
}

export const reasonOf = (answered: Answered): string => (answered.kind === 'broken' ? answered.reason : '');

function candidatesOf(question: Question): readonly CandidateId[] {
  switch (question.of) {
    case 'literals':
    case 'trees':
    case 'traits':
    case 'holdout':
      return [question.candidate];
    case 'side-by-side':
      return question.candidates;
    case 'ideate':
    case 'brief':
      return [question.candidate];
    case 'audit':
      return [question.candidate, question.parent];
    case 'scan':
    case 'hints':
      return [];
  }
}
