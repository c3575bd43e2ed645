import type { Direction } from '../../domain/compare.ts';
import { EXPERIMENTING } from '../../domain/config.ts';
import { FRONTIER, NO_STATUSES, STATUSES, type Status } from '../../domain/experiment.ts';
import { formatScore } from '../../lib/format.ts';
import { difference, scoreIn } from '../document.ts';
import { heldIn, ofExperiment, statusNow } from './document.ts';
import type { Lab } from './lab.ts';
import { RESCORE_ROOT } from './next.ts';
import { experimentVerb } from './verb.ts';

/** Where a run of experiments stands. */
export interface LabStatus {
  readonly run: string;
  readonly metric: Direction;
  readonly epoch: number;
  /** Nothing can be compared until root has been measured in this epoch. */
  readonly blocked: boolean;
  readonly experiments: number;
  readonly counts: Readonly<Record<Status, number>>;
  readonly best: { readonly id: string; readonly score: number | null; readonly delta: number | null } | null;
  readonly baseline: number | null;
  /** How many may be branched from. */
  readonly frontier: number;
  readonly max_attempts: number;
  /** Attempts that have no end: of those that are interrupted nobody works any more. */
  readonly open: readonly { readonly id: string; readonly attempt: number; readonly status: string }[];
}

/** More are at work than anybody has room for. */
const OPEN = 100;

export function labStatus(lab: Pick<Lab, 'view' | 'run' | 'stateDir'>): LabStatus {
  const { view, run } = lab;
  const counts = run.statuses ?? NO_STATUSES;
  const best = view.best();
  const root = view.entries(0)[0];
  const held = heldIn(lab);
  const baseline = run.blocked === true ? null : scoreIn(root);
  return {
    run: run.id,
    metric: run.config.fixed.direction,
    epoch: run.epoch ?? 0,
    blocked: run.blocked === true,
    experiments: view.counts().proposed,
    counts,
    best:
      best === undefined
        ? null
        : { id: best.proposal.id, score: scoreIn(best), delta: difference(scoreIn(best), baseline) },
    baseline,
    frontier: view.homeSize(FRONTIER),
    max_attempts: (run.config.adjustable.experiments ?? EXPERIMENTING).attempts,
    open: view.experiments('active', OPEN).map((entry) => ({
      id: entry.proposal.id,
      attempt: ofExperiment(entry).attempt,
      status: statusNow(view, entry, held),
    })),
  };
}

/** All of it in one line. */
export function statusLine({ metric, epoch, blocked, experiments, counts, best, frontier, open }: LabStatus): string {
  const idsOf = (wanted: string) => open.filter(({ status }) => status === wanted).map(({ id }) => id);
  const [interrupted, unverified] = [idsOf('interrupted'), idsOf('unverified')];
  return [
    `metric=${metric}`,
    `epoch=${epoch}`,
    `experiments=${experiments}`,
    ...STATUSES.map((status) => `${status}=${counts[status]}`),
    `frontier=${frontier}`,
    `best=${best === null ? 'none' : `${formatScore(best.score)} (${best.id})`}`,
    ...(interrupted.length === 0 ? [] : [`interrupted=${interrupted.join(',')}`]),
    ...(unverified.length === 0 ? [] : [`unverified=${unverified.join(',')}`]),
    ...(blocked ? [`blocked: ${RESCORE_ROOT}`] : []),
  ].join(' ');
}

export const command = experimentVerb<Record<never, never>, LabStatus>({
  details: 'An interrupted experiment has an attempt that nobody works on any more; evolve exp eval goes on with it.',
  examples: ['evolve exp status', 'evolve exp status --json'],
  positional: [],
  options: {},
  run: labStatus,
  text: statusLine,
});
