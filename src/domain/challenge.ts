import type { CandidateId } from './candidate.ts';
import { alphaOf, better, byRankKey, challenges, comparedWith, gain, rankKey, spreadOf } from './compare.ts';
import type { Evaluation } from './evaluation.ts';
import type { Entry, RunFacts, View } from './view.ts';

/** A measurement that stands between a candidate and the place of the best. */
export type Challenge =
  /** So many times more. */
  | { readonly kind: 'repeat'; readonly candidate: CandidateId; readonly repeats: number }
  /** A block in turns with the best. */
  | { readonly kind: 'compare'; readonly candidate: CandidateId; readonly against: CandidateId; readonly alpha: number }
  | { readonly kind: 'holdout'; readonly candidate: CandidateId };

type Scored = Extract<Evaluation, { outcome: 'scored' }>;

interface Contender {
  readonly id: CandidateId;
  readonly evaluation: Scored;
}

/**
 * What must be measured next before an evaluated candidate may be placed, so that what becomes best has been confirmed.
 * Contract: nothing for those that don't look better than the best; after each answer one step nearer to nothing.
 */
export function challengeOf(view: View, entry: Entry): Challenge | undefined {
  const [run, best, contender] = [view.run(), contenderIn(view.best()), contenderIn(entry)];
  if (run === undefined || best === undefined || contender === undefined) return undefined;
  if (run.noisy !== true) return repetition(run, contender, best);
  const verdict = comparedWith(contender.evaluation, best.id);
  return verdict === undefined ? sifted(run, contender, best) : unfinished(run, contender, best);
}

/** What must be measured next before it is known whether one is better than another, which is not the best; nothing where none of it is noise. */
export function duelOf(view: View, entry: Entry, rival: Entry): Challenge | undefined {
  const [run, contender, other] = [view.run(), contenderIn(entry), contenderIn(rival)];
  if (run?.noisy !== true || contender === undefined || other === undefined) return undefined;
  const found = contender.evaluation.comparisons.find(({ against }) => against === other.id);
  if (found === undefined) return sifted(run, contender, other);
  return found.verdict === 'open' ? resumed(contender, other, found.alpha) : undefined;
}

/** A newcomer is measured so often before it is compared. */
const SIFTED = 4;

/**
 * Every comparison spends some of the error that a run may make, so one that comes alone must stay ahead of the best while it
 * is measured twice and four times: two in three that are no better don't, nine in ten that are better by one scatter do.
 */
function sifted(run: RunFacts, contender: Contender, best: Contender): Challenge | undefined {
  const { samples } = contender.evaluation;
  if (!mayLead(run, contender, best)) return undefined;
  if (samples.length > 1 && !gain(samples, recent(best), run.config.fixed.direction).better) return undefined;
  if (samples.length >= SIFTED) return opening(run, contender, best);
  return { kind: 'repeat', candidate: contender.id, repeats: Math.min(samples.length, SIFTED - samples.length) };
}

/**
 * The same for all that are placed together. Where there is noise they compete, with those that live and have not been
 * compared with the best, by successive halving: the better half is measured as often again until one is left, and that one is
 * compared. So a generation costs one comparison, and nobody is promoted for being the luckiest of many.
 */
export function contestOf(view: View): Challenge | undefined {
  const [run, best, next] = [view.run(), contenderIn(view.best()), view.unplaced()];
  if (run === undefined || best === undefined || next === undefined) return undefined;
  if (run.noisy !== true) return challengeOf(view, next);
  const field = fieldOf(view, next.proposal.home).filter(({ id }) => id !== best.id);
  for (const contender of field) {
    const left = unfinished(run, contender, best);
    if (left !== undefined) return left;
  }
  if (run.comparedBatch === run.batch) return undefined;
  let left: readonly Contender[] = field.filter(
    (one) => comparedWith(one.evaluation, best.id) === undefined && mayLead(run, one, best),
  );
  for (let runs = 2; left.length > 1; runs *= 2) {
    left = leading(left, run, Math.ceil(left.length / 2));
    const short = left.find(({ evaluation }) => evaluation.samples.length < runs);
    if (short !== undefined)
      return { kind: 'repeat', candidate: short.id, repeats: runs - short.evaluation.samples.length };
  }
  const [winner] = left;
  return winner === undefined || !mayLead(run, winner, best) ? undefined : opening(run, winner, best);
}

/** Of those that live, so many compete with the newest. */
const LIVING = 8;

/** The newest batch and the best of those that live, once each. */
function fieldOf(view: View, home: string): readonly Contender[] {
  const entries = [...view.entries(view.run()?.batch ?? 0), ...view.top(home, LIVING)];
  const field = new Map(entries.flatMap((entry) => contenderIn(entry) ?? []).map((one) => [one.id, one]));
  return [...field.values()];
}

function leading(field: readonly Contender[], { config }: RunFacts, count: number): readonly Contender[] {
  const key = ({ evaluation }: Contender) => rankKey(evaluation, config.fixed.direction);
  return [...field].sort((a, b) => byRankKey(key(a), key(b))).slice(0, count);
}

/** Twins have been through it already, and what was given up is not confirmed. */
function contenderIn(entry: Entry | undefined): Contender | undefined {
  if (entry?.evaluation?.outcome !== 'scored' || entry.sameAs !== undefined || entry.dropped !== undefined)
    return undefined;
  return { id: entry.proposal.id, evaluation: entry.evaluation };
}

function repetition(run: RunFacts, contender: Contender, best: Contender): Challenge | undefined {
  const { id, evaluation } = contender;
  if (!better(evaluation, best.evaluation, run.config.fixed.direction)) return undefined;
  return evaluation.samples.length < 2 ? { kind: 'repeat', candidate: id, repeats: 1 } : heldOut(run, contender, best);
}

/** Samples of the best that a newcomer's first ones are looked at beside: what a machine was long ago tells little. */
const RECENT = 12;

const recent = ({ evaluation }: Contender): readonly number[] => evaluation.samples.slice(-RECENT);

function mayLead(run: RunFacts, { evaluation }: Contender, best: Contender): boolean {
  const samples = recent(best);
  return challenges(evaluation.samples, samples, run.config.fixed.direction, spreadOf(samples));
}

const opening = (run: RunFacts, { id }: Contender, best: Contender): Challenge => ({
  kind: 'compare',
  candidate: id,
  against: best.id,
  alpha: alphaOf((run.comparisons ?? 0) + 1),
});

/** What is left of a comparison that was begun. */
function unfinished(run: RunFacts, contender: Contender, best: Contender): Challenge | undefined {
  const found = contender.evaluation.comparisons.find(({ against }) => against === best.id);
  if (found?.verdict === 'better') return heldOut(run, contender, best);
  return found?.verdict === 'open' ? resumed(contender, best, found.alpha) : undefined;
}

const resumed = ({ id }: Contender, other: Contender, alpha: number): Challenge => ({
  kind: 'compare',
  candidate: id,
  against: other.id,
  alpha,
});

function heldOut(run: RunFacts, contender: Contender, best: Contender): Challenge | undefined {
  if (run.config.fixed.holdout === undefined) return undefined;
  const unknown = [best, contender].find(({ evaluation }) => evaluation.heldOut === undefined);
  return unknown === undefined ? undefined : { kind: 'holdout', candidate: unknown.id };
}

/** How often the held-out command runs: where scores vary, one run may be an accident. */
export const heldOutRuns = (noisy: boolean): number => (noisy ? 3 : 1);

/** On a noisy benchmark the best is measured again after so many evaluations without a fresh sample of it. */
const FRESH_FOR = 20;

/** The best, when it is time to measure it again. */
export function staleBest(view: View): CandidateId | undefined {
  const run = view.run();
  if (run?.noisy !== true || run.freshAt === undefined) return undefined;
  return view.counts().charged - run.freshAt >= FRESH_FOR ? view.best()?.proposal.id : undefined;
}
