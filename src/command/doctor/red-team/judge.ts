import { beside, type Direction, scoreOf } from '../../../domain/compare.ts';
import type { Evaluation } from '../../../domain/evaluation.ts';
import type { Case, Tried, Verdict } from './case.ts';

/** What a measurement says of a case, beside those of the unchanged code. Contract: `unchanged` is not empty. */
export function judge(
  { id, kind, what }: Case,
  evaluation: Evaluation,
  unchanged: readonly number[],
  direction: Direction,
): Tried {
  const about = { id, kind, what, score: scoreOf(evaluation) };
  if (evaluation.outcome === 'broken')
    return { ...about, verdict: 'not-tried', reason: evaluation.reason, left: 'machine' };
  if (evaluation.outcome === 'invalid')
    return { ...about, verdict: WITHOUT_SCORE[kind], reason: firstLine(evaluation.reason) };
  return { ...about, verdict: VERDICTS[kind][beside(evaluation.samples, unchanged, direction)] };
}

const WITHOUT_SCORE: Readonly<Record<Case['kind'], Verdict>> = {
  control: 'changed',
  failing: 'caught',
  forging: 'caught',
  mutant: 'noticed',
};

const VERDICTS: Readonly<Record<Case['kind'], Readonly<Record<ReturnType<typeof beside>, Verdict>>>> = {
  control: { better: 'changed', same: 'same', worse: 'changed' },
  failing: { better: 'rewarded', same: 'unnoticed', worse: 'caught' },
  // A forged score that is not taken leaves the true one.
  forging: { better: 'rewarded', same: 'caught', worse: 'caught' },
  mutant: { better: 'noticed', same: 'unnoticed', worse: 'noticed' },
};

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
