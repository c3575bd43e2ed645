import { heldBy, isAlike } from '../../domain/likeness.ts';
import type { Question } from '../../domain/question.ts';
import {
  IDEATORS,
  type Idea,
  type IdeateAnswer,
  ideasKey,
  ideateKey,
  isIdeateAnswer,
  type Opening,
  type Situation,
  type WrittenBrief,
} from '../../domain/round.ts';
import type { View } from '../../domain/view.ts';
import { byText } from './course.ts';
import type { Discard } from './discards.ts';

/** Ideas that wait for a brief, at most. */
const MOST_IDEAS = 30;
/** A brief that has so much of an idea's words has taken it up. */
const TAKEN_UP = 0.6;

/** Whom to ask for ideas that have none yet; nobody where none are wanted. */
export function ideateQuestions(view: View, opening: Opening, situation: () => Situation): readonly Question[] {
  if (opening.ideate === undefined) return [];
  return IDEATORS.filter((ideator) => view.answer(ideateKey(opening.round, ideator)) === undefined).map((ideator) => ({
    key: ideateKey(opening.round, ideator),
    of: 'ideate',
    ideator,
    candidate: opening.best?.id ?? opening.parents[0]?.id ?? 'root',
    situation: situation(),
  }));
}

/** Ideas that nobody has tried: this round's and those of earlier ones that no brief has taken up, the most promising first. */
export function ideasFor(view: View, round: number, discards: readonly Discard[]): readonly Idea[] {
  const answers = IDEATORS.map((ideator) => view.answer(ideateKey(round, ideator))).filter(isIdeateAnswer);
  const fresh = answers.flatMap(({ ideas }: IdeateAnswer) => ideas);
  const known = view.memo(ideasKey(round - 1));
  return rankedIdeas([...fresh, ...(isIdeas(known) ? known : [])], discards);
}

/** By what they may bring; of equals those of the ideator who is named first, then by their words. Of two alike the better. */
export function rankedIdeas(ideas: readonly Idea[], discards: readonly Discard[]): readonly Idea[] {
  const kept: Idea[] = [];
  const sorted = ideas.toSorted(
    (a, b) =>
      worthOf(b) - worthOf(a) ||
      IDEATORS.indexOf(a.ideator) - IDEATORS.indexOf(b.ideator) ||
      byText(a.hypothesis, b.hypothesis),
  );
  for (const idea of sorted) {
    const { hypothesis } = idea;
    if (hypothesis.trim() === '' || kept.some((one) => isAlike(one.hypothesis, hypothesis))) continue;
    if (!discards.some((one) => isAlike(one.hypothesis, hypothesis))) kept.push(idea);
  }
  return kept.slice(0, MOST_IDEAS);
}

/** Those that no brief has taken up. */
export const unusedIdeas = (ideas: readonly Idea[], briefs: readonly WrittenBrief[]): readonly Idea[] =>
  ideas.filter(({ hypothesis }) => !briefs.some(({ objective }) => heldBy(hypothesis, objective) >= TAKEN_UP));

/** What an agent has made up may be no number. */
const worthOf = ({ gain, confidence }: Idea): number => {
  const worth = gain * confidence;
  return Number.isFinite(worth) ? worth : 0;
};

const isIdeas = (memo: unknown): memo is readonly Idea[] => Array.isArray(memo);
