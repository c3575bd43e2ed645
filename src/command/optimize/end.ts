import type { Landed } from '../../domain/event.ts';
import type { Status as ExperimentStatus } from '../../domain/experiment.ts';
import { NO_STATUSES } from '../../domain/experiment.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import { CURRENT, closingAt, currentRound } from '../../domain/round.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import type { State } from '../document.ts';
import { difference, scoreIn } from '../document.ts';
import type { Ended } from '../report/report.ts';
import { gainOf } from '../watch/story.ts';
import { type Learnt, learntFrom } from './learnt.ts';
import { type Progress, progressOf } from './progress.ts';
import { type ByRole, spentIn, spentInAll } from './spent.ts';
import { type Suggested, suggestedBy } from './suggest.ts';

/** What rounds have come to, as `--json` has it. */
export interface Optimized {
  readonly run: string;
  /** `interrupted`: somebody ended the driver; the same command goes on. */
  readonly state: State;
  readonly stop: { readonly cause: string; readonly reason: string } | null;
  readonly epoch: number;
  readonly baseline: number | null;
  readonly best: Winner | null;
  /** How many experiments there are, and of each status. */
  readonly experiments: number;
  readonly counts: Readonly<Record<ExperimentStatus, number>>;
  readonly rounds: readonly RoundDocument[];
  /** Where it stands; null before the first round. */
  readonly progress: Progress | null;
  /** Of all agents, by role; of the analyst and the like, too, who belong to no round. */
  readonly cost: ByRole;
  readonly learnings: Learnt;
  readonly suggestions: Suggested & { readonly next: readonly string[] };
  /** How the best was taken over. */
  readonly applied: Landed | null;
}

interface Winner {
  readonly id: string;
  readonly score: number | null;
  readonly delta: number | null;
  readonly percent: number | null;
  readonly hypothesis: string;
  /** From root. */
  readonly path: readonly string[];
  /** Whole. */
  readonly diff: string;
  /** A file for `git apply`, relative to the root; null while nothing is better than the baseline. */
  readonly patch: string | null;
}

export interface RoundDocument {
  readonly round: number;
  /** null while it goes on. */
  readonly improved: { readonly id: string; readonly score: number } | null;
  readonly closed: boolean;
  readonly stall: number | null;
  readonly experiments: number | null;
  readonly committed: number | null;
  readonly pruned: readonly string[];
  readonly cost: ByRole;
}

/** More rounds than these show their last. */
const ROUNDS_SHOWN = 200;

/** What the record says of a run of rounds; `ended` is what is known of every run. */
export function optimizedOf(view: View, run: RunFacts, ended: Ended, how?: 'interrupted'): Optimized {
  const best = view.best();
  const baseline = ended.baseline.score;
  const state = how ?? ended.state;
  const document = {
    run: run.id,
    state,
    stop: how === undefined ? ended.stop : null,
    epoch: run.epoch ?? 0,
    baseline,
    best:
      best === undefined
        ? null
        : {
            id: best.proposal.id,
            score: scoreIn(best),
            delta: difference(scoreIn(best), baseline),
            percent: gainOf(best, view)?.percent ?? null,
            hypothesis: hypothesisOf(best),
            path: ended.lineage.map(({ id }) => id),
            diff: ended.diff,
            patch: ended.patch,
          },
    experiments: view.counts().proposed,
    counts: run.statuses ?? NO_STATUSES,
    rounds: roundsIn(view),
    progress: progressOf(view, run) ?? null,
    cost: spentInAll(view),
    learnings: learntFrom(view),
    applied: run.applied ?? null,
  };
  return { ...document, suggestions: { ...suggestedBy(view), next: nextFor(document) } };
}

function roundsIn(view: View): readonly RoundDocument[] {
  const last = view.memo(CURRENT) === undefined ? 0 : currentRound(view);
  const first = Math.max(1, last - ROUNDS_SHOWN + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index): RoundDocument => {
    const round = first + index;
    const closing = closingAt(view, round);
    return {
      round,
      improved: closing?.improved ?? null,
      closed: closing !== undefined,
      stall: closing?.stall ?? null,
      experiments: closing?.experiments ?? null,
      committed: closing?.committed ?? null,
      pruned: closing?.pruned ?? [],
      cost: closing?.spent ?? spentIn(view, round),
    };
  });
}

function nextFor({
  state,
  stop,
  best,
  applied,
}: Pick<Optimized, 'state' | 'stop' | 'best' | 'applied'>): readonly string[] {
  const winner =
    best?.patch == null || applied?.candidate === best.id ? [] : ['evolve exp diff best root', 'evolve apply'];
  return [...winner, ...again(state, stop)];
}

/** What goes on from here. */
function again(state: State, stop: Optimized['stop']): readonly string[] {
  switch (stop?.cause) {
    case 'ceiling':
    case 'target':
      return ['evolve report'];
    case 'rounds':
      return ['evolve optimize --rounds N'];
    case 'evaluations':
      return ['evolve optimize --budget-evals N'];
    case 'minutes':
      return ['evolve optimize --budget-minutes N'];
    case 'usd':
      return ['evolve optimize --budget-usd N'];
    case 'tokens':
      return ['evolve optimize --budget-tokens N'];
    case 'frontier':
      return ['evolve exp frontier --all', 'evolve exp restore ID', 'evolve optimize'];
    default:
      return state === 'running' ? ['evolve status'] : ['evolve optimize', 'evolve direct "…"'];
  }
}
