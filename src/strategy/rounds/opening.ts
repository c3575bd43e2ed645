import { frontierOf } from '../../archive/archive.ts';
import { scoreOf } from '../../domain/compare.ts';
import { EXPERIMENTING } from '../../domain/config.ts';
import { COMMITTED } from '../../domain/experiment.ts';
import { rng } from '../../domain/rng.ts';
import { type Opening, openingAt, type Subject } from '../../domain/round.ts';
import { ideateAfter } from '../../domain/rounds.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { roundsOf } from './course.ts';
import { firstScans, newScans } from './scans.ts';
import { stallAfter } from './stall.ts';
import { stateText } from './state-text.ts';
import { subjectOf } from './subject.ts';

/** As many seeds as fit into what every program reads as a whole number. */
const SEEDS = 2 ** 31;

/** How things stand as a round opens. Contract: nothing that comes later changes it, and it costs no more after a long history. */
export function openingOf(view: View, run: RunFacts, round: number, now: number): Opening {
  const rounds = roundsOf(run);
  const last = openingAt(view, round - 1);
  const stall = stallAfter(view, run, round - 1);
  const best = bestOf(view, run);
  const parents = parentsOf(view, run, round);
  const scans =
    last === undefined
      ? firstScans(
          view,
          parents.map(({ id }) => id),
          rounds.scanBatch,
        )
      : newScans(view, last, rounds.scanBatch);
  return {
    round,
    batch: run.batch + 1,
    epoch: run.epoch ?? 0,
    openedAt: now,
    best,
    stall,
    ...ideation(view, run, last, stall),
    parents,
    scans,
    state: stateText(view, round, best, parents, stall),
  };
}

/** Whom to branch from, as the run's rule has it, at most the round's width. */
export function parentsOf(view: View, run: RunFacts, round: number): readonly Subject[] {
  const { frontier } = run.config.adjustable.experiments ?? EXPERIMENTING;
  const seed = rng(run.config.fixed.seed, 'round', round).int(SEEDS);
  const { nodes } = frontierOf(view, frontier, { seed });
  return nodes.slice(0, roundsOf(run).subagents).map((entry) => subjectOf(view, entry));
}

/** Of equals the one that was proposed first: who was faster says nothing. */
export function bestOf(view: View, run: RunFacts): Opening['best'] {
  const best = view.best();
  const [first] = view.top(COMMITTED, 1);
  const byScore = run.noisy !== true && run.config.fixed.holdout === undefined;
  const entry = byScore && best !== undefined ? first : best;
  const score = entry?.evaluation === undefined ? null : scoreOf(entry.evaluation);
  return entry === undefined || score === null ? null : { id: entry.proposal.id, score };
}

type Ideation = Pick<Opening, 'commits' | 'ideate' | 'ideatedAt' | 'ideatedInStall'>;

/**
 * Whether ideators are asked: once in each stall, before its limit, and whenever so many more were committed. What was committed
 * before the first round is none of theirs.
 */
function ideation(view: View, run: RunFacts, last: Opening | undefined, stall: number): Ideation {
  const rounds = roundsOf(run);
  const commits = Math.max(0, view.homeSize(COMMITTED) - 1);
  const isAnew = last === undefined || last.epoch !== (run.epoch ?? 0);
  const since = isAnew ? commits : Math.min(last.ideatedAt, commits);
  const wasIdeated = last !== undefined && stall > 0 && last.ideatedInStall;
  const isStalled = stall >= ideateAfter(rounds) && !wasIdeated;
  const isDue = commits - since >= rounds.ideateEvery;
  return {
    commits,
    ...(isStalled ? { ideate: 'stall' as const } : isDue ? { ideate: 'commits' as const } : {}),
    ideatedAt: isStalled || isDue ? commits : since,
    ideatedInStall: wasIdeated || isStalled,
  };
}
