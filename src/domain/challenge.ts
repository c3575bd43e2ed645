import type { CandidateId } from './candidate.ts';
import { alphaOf, better, challenges, comparedWith, spreadOf } from './compare.ts';
import type { Evaluation } from './evaluation.ts';
import type { Entry, RunFacts, View } from './view.ts';

/** A measurement that stands between a candidate and its place. */
export type Challenge =
  /** Once more, since nothing has differed so far. */
  | { readonly kind: 'repeat'; readonly candidate: CandidateId }
  /** A block in turns with the best. */
  | { readonly kind: 'compare'; readonly against: CandidateId; readonly alpha: number }
  | { readonly kind: 'holdout'; readonly candidate: CandidateId };

type Scored = Extract<Evaluation, { outcome: 'scored' }>;

/**
 * What must be measured next before an evaluated candidate may be placed, so that what becomes best has been confirmed.
 * Contract: nothing for those that don't look better than the best; after each answer one step nearer to nothing.
 */
export function challengeOf(view: View, { proposal, evaluation, sameAs }: Entry): Challenge | undefined {
  const run = view.run();
  const best = view.best();
  if (run === undefined || best?.evaluation?.outcome !== 'scored') return undefined;
  if (sameAs !== undefined || evaluation?.outcome !== 'scored') return undefined;
  const champion = { id: best.proposal.id, evaluation: best.evaluation };
  const step =
    run.noisy === true ? comparison(run, evaluation, champion) : repetition(run, proposal.id, evaluation, champion);
  if (step !== 'ahead') return step;
  if (run.config.fixed.holdout === undefined) return undefined;
  const unknown = [champion, { id: proposal.id, evaluation }].find((one) => one.evaluation.heldOut === undefined);
  return unknown === undefined ? undefined : { kind: 'holdout', candidate: unknown.id };
}

/** Samples of the best that a newcomer's first ones are looked at beside. */
const RECENT = 12;

type Champion = { readonly id: CandidateId; readonly evaluation: Scored };

function repetition(run: RunFacts, id: string, evaluation: Scored, best: Champion): Challenge | 'ahead' | undefined {
  if (!better(evaluation, best.evaluation, run.config.fixed.direction)) return undefined;
  return evaluation.samples.length < 2 ? { kind: 'repeat', candidate: id } : 'ahead';
}

function comparison(run: RunFacts, evaluation: Scored, best: Champion): Challenge | 'ahead' | undefined {
  const { direction } = run.config.fixed;
  const verdict = comparedWith(evaluation, best.id);
  if (verdict === 'better') return 'ahead';
  if (verdict === undefined) {
    // A machine changes: what it was long ago tells little.
    const samples = best.evaluation.samples.slice(-RECENT);
    if (!challenges(evaluation.samples, samples, direction, spreadOf(samples))) return undefined;
    return { kind: 'compare', against: best.id, alpha: alphaOf((run.comparisons ?? 0) + 1) };
  }
  const { alpha } = evaluation.comparisons.find(({ against }) => against === best.id) ?? { alpha: 0 };
  return verdict === 'open' ? { kind: 'compare', against: best.id, alpha } : undefined;
}

/** On a noisy benchmark the best is measured again after so many evaluations without a fresh sample of it. */
const FRESH_FOR = 20;

/** The best, when it is time to measure it again. */
export function staleBest(view: View): CandidateId | undefined {
  const run = view.run();
  if (run?.noisy !== true || run.freshAt === undefined) return undefined;
  return view.counts().charged - run.freshAt >= FRESH_FOR ? view.best()?.proposal.id : undefined;
}
