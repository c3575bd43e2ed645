import { isOfExperiments } from '../../domain/config.ts';
import { COMMITTED, FRONTIER, NO_STATUSES, STATUSES, type Status } from '../../domain/experiment.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';

/** What a run of experiments has beside what every run has. */
export interface Standing {
  readonly epoch: number;
  /** Nothing can be compared until root has been measured in this epoch. */
  readonly blocked: boolean;
  readonly statuses: Readonly<Record<Status, number>>;
  /** How many may be branched from. */
  readonly frontier: number;
}

export function standingOf(view: View, run: RunFacts): Standing | undefined {
  if (!isOfExperiments(run.config)) return undefined;
  return {
    epoch: run.epoch ?? 0,
    blocked: run.blocked === true,
    statuses: run.statuses ?? NO_STATUSES,
    frontier: view.homeSize(FRONTIER),
  };
}

/** How many there are of each status that there is. */
export const statusesText = (statuses: Readonly<Record<Status, number>>): string =>
  STATUSES.filter((status) => statuses[status] > 0)
    .map((status) => `${statuses[status]} ${status}`)
    .join(' · ');

/** Best first: all that count, then the others that were measured. */
export function committedFirst(view: View, limit: number): readonly Entry[] {
  const alive = view.top(COMMITTED, limit);
  const shown = new Set(alive.map(({ proposal }) => proposal.id));
  const others = view.ranking(limit).filter(({ proposal }) => !shown.has(proposal.id));
  return [...alive, ...others].slice(0, limit);
}

/** Whether an entry's score is of the epoch that counts now; of other runs always. */
export function isCurrent({ evaluation, experiment }: Entry, run: RunFacts | undefined): boolean {
  if (experiment === undefined || run === undefined) return true;
  return evaluation?.outcome === 'scored' && evaluation.epoch === (run.epoch ?? 0);
}
