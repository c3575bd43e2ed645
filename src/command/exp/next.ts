import { EXPERIMENTING } from '../../domain/config.ts';
import type { RunFacts } from '../../domain/view.ts';
import type { ExperimentDocument } from './document.ts';

const REASON = '--reason "…"';

/** What can be done with an experiment now, as commands. */
export function nextFor(one: ExperimentDocument, run: RunFacts): readonly string[] {
  const { id, status } = one;
  if (run.blocked === true && status !== 'discarded' && status !== 'active') return [RESCORE_ROOT];
  switch (status) {
    case 'pending':
    case 'interrupted':
      return [evaluate(id)];
    case 'unverified':
      return ['evolve optimize', `evolve exp diff ${id}`];
    case 'active':
      return [`evolve exp traces ${id}`, `evolve exp abort ${id}`];
    case 'committed':
      if (one.invalid_because !== null) return [`evolve exp restore ${one.invalid_because}`];
      return [one.alive ? `evolve exp new --parent ${id} -m "…"` : `evolve exp rescore ${id}`];
    case 'evaluated':
    case 'failed':
      return again(one, run);
    case 'discarded':
    case 'pruned':
      return [`evolve exp restore ${id}`];
  }
}

/** Of a run in which nothing can be compared. */
export const RESCORE_ROOT = 'evolve exp rescore root';

const evaluate = (id: string): string => `evolve exp eval ${id}`;

function again(one: ExperimentDocument, run: RunFacts): readonly string[] {
  const { failures } = run.config.adjustable.experiments ?? EXPERIMENTING;
  const discard = `evolve exp discard ${one.id} ${REASON}`;
  const spent = one.attempts_left === 0 || one.failures >= failures;
  return spent ? [discard] : [evaluate(one.id), discard];
}
