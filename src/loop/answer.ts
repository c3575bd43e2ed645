import type { CandidateId } from '../domain/candidate.ts';
import type { Question } from '../domain/question.ts';
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
  const { answer } = await machine.persist(question.key, () =>
    driving.lanes.answer({ question, candidates, ...watched(view) }, signal),
  );
  boundary();
  await machine.append((now) =>
    now.answer(question.key) === undefined ? [{ type: 'answered', key: question.key, answer }] : [],
  );
}

function candidatesOf(question: Question): readonly CandidateId[] {
  switch (question.of) {
    case 'literals':
    case 'trees':
    case 'traits':
    case 'holdout':
      return [question.candidate];
    case 'side-by-side':
      return question.candidates;
  }
}
