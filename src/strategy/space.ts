import { isLiteralsAnswer, type LiteralsAnswer, type Question } from '../domain/question.ts';
import type { Entry, View } from '../domain/view.ts';

/**
 * The numbers of a candidate as a point in a space. Candidates whose structure is the same share one, named by the first of them: changing
 * numbers keeps the structure, so a tuned candidate is in the space of what it was tuned from.
 */
export const spaceOf = ({ proposal }: Entry): string => proposal.edit?.of ?? proposal.id;

export const vectorOf = (entry: Entry, view: View): readonly number[] =>
  entry.proposal.edit?.literals ?? numbersOf(view, spaceOf(entry)).map(({ value }) => value);

export function numbersOf(view: View, space: string): LiteralsAnswer['literals'] {
  const answer = view.answer(questionOf(space).key);
  if (!isLiteralsAnswer(answer)) throw new Error(`the numbers of ${space} are not known`);
  return answer.literals;
}

/** What must be asked before the numbers in these spaces are known. */
export const unknownOf = (view: View, spaces: Iterable<string>): readonly Question[] =>
  [...new Set(spaces)].map(questionOf).filter(({ key }) => view.answer(key) === undefined);

function questionOf(candidate: string): Question {
  return { key: `literals/${candidate}`, of: 'literals', candidate };
}
