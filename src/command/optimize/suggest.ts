import { hypothesisOf } from '../../domain/hypothesis.ts';
import { currentRound, IDEATORS, type Idea, ideateKey, isIdeateAnswer, planAt } from '../../domain/round.ts';
import type { View } from '../../domain/view.ts';
import { scoreIn } from '../document.ts';
import { alike } from '../exp/alike.ts';

const MOST = 8;
/** Older ideas have been thought over often enough. */
const ROUNDS_BACK = 10;

/** What somebody could try next. */
export interface Suggested {
  /** Ideas that no brief has taken up, by what they may bring. */
  readonly ideas: readonly Pick<Idea, 'hypothesis' | 'technique' | 'gain' | 'confidence' | 'ideator'>[];
  /** What the analyst has said and no round has heard. */
  readonly hints: readonly string[];
  readonly alerts: readonly string[];
  /** Measured, and not decided on. */
  readonly awaiting: readonly {
    readonly id: string;
    readonly hypothesis: string;
    readonly score: number | null;
    readonly reason: string;
  }[];
}

export function suggestedBy(view: View): Suggested {
  return {
    ideas: untried(view).slice(0, MOST),
    hints: view.remarks({ kind: 'hint' }, MOST).map(({ text }) => text),
    alerts: view.remarks({ kind: 'alert' }, MOST).map(({ text }) => text),
    awaiting: view.experiments('evaluated', MOST).map((entry) => ({
      id: entry.proposal.id,
      hypothesis: hypothesisOf(entry),
      score: scoreIn(entry),
      reason: view.attempts(entry.proposal.id).at(-1)?.end?.reason ?? '',
    })),
  };
}

function untried(view: View): Suggested['ideas'] {
  const last = currentRound(view);
  const rounds = Array.from({ length: Math.min(last, ROUNDS_BACK) }, (_, back) => last - back);
  const briefs = rounds.flatMap((round) => planAt(view, round)?.briefs ?? []).map(({ objective }) => objective);
  const found = rounds.flatMap((round) =>
    IDEATORS.flatMap((ideator) => {
      const answer = view.answer(ideateKey(round, ideator));
      return isIdeateAnswer(answer) ? answer.ideas : [];
    }),
  );
  const told = [
    ...briefs.map((objective) => ({ objective })),
    ...found.map((idea) => ({ objective: idea.hypothesis, idea })),
  ];
  return alike<{ readonly objective: string; readonly idea?: Idea }>(told, ({ objective }) => objective)
    .flatMap(({ first }) => first.idea ?? [])
    .toSorted((a, b) => b.gain * b.confidence - a.gain * a.confidence)
    .map(({ hypothesis, technique, gain, confidence, ideator }) => ({
      hypothesis,
      technique,
      gain,
      confidence,
      ideator,
    }));
}
