import { scoreOf } from '../domain/compare.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Entry, RunFacts } from '../domain/view.ts';
import { limitsOf } from '../strategy/strategy.ts';

/** Which iteration brought it; 0 is the seed. */
export const iterationOf = ({ proposal }: Entry): number => proposal.batch;

/** How many there will be; undefined where something else ends the run. */
export const iterationsOf = (run: RunFacts): number | undefined => limitsOf(run).iterations;

/** What the score is made of, where judges have a part in it. */
const PARTS = ['efficiency-score', 'benchmark-score'] as const;

/** The numbers that people know an evaluation by: the parts of the score, else the score itself. */
export function numbersOf(evaluation: Evaluation): Readonly<Record<string, number>> {
  const score = scoreOf(evaluation);
  if (evaluation.outcome !== 'scored' || score === null) return {};
  const parts = PARTS.flatMap((name) => {
    const value = evaluation.metrics[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return parts.some(([name]) => name === PARTS[0]) ? Object.fromEntries(parts) : { score };
}
