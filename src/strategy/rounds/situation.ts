import { hintsKey, isHintsAnswer, type Opening, type Situation } from '../../domain/round.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { patternsOf } from './aggregate/aggregate.ts';
import { mergedFindings } from './aggregate/findings.ts';
import { roundsOf } from './course.ts';
import { discardsBefore } from './discards.ts';
import { ideasFor } from './ideate.ts';
import { scanAnswers } from './scans.ts';

/** What those are told who think about what to try in a round. Contract: the scans and hints of the round are answered. */
export function situationOf(view: View, run: RunFacts, opening: Opening): Situation {
  const { round, state, stall, parents } = opening;
  const discards = discardsBefore(view, round);
  const hints = view.answer(hintsKey(round));
  return {
    round,
    width: roundsOf(run).subagents,
    state,
    stall,
    parents,
    findings: mergedFindings(scanAnswers(view, opening).flatMap(({ findings }) => findings)),
    patterns: patternsOf(view, run, opening),
    ideas: ideasFor(view, round, discards),
    hints: isHintsAnswer(hints) ? hints.hints : [],
    discards: discards.map(({ hypothesis, reason }) => ({ hypothesis, reason })),
  };
}
