import { isOfExperiments } from '../../domain/config.ts';
import type { RunFacts } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';

const INSTEAD = {
  stop: 'nobody drives it now. End an attempt: evolve exp abort ID',
  answer: 'it asks nothing. What awaits a decision: evolve exp awaiting',
  replay: 'people and agents made it, not a strategy. What happened: evolve log',
  resume: 'go on with evolve optimize, or by hand: evolve exp scratchpad',
  fork: 'it has branches of its own. Grow one: evolve exp new --parent ID -m "…"',
} as const;

/** Throws `UserError` where a verb of searches is meant for a run of experiments. */
export function refuseExperiments(verb: keyof typeof INSTEAD, { id, config }: Pick<RunFacts, 'id' | 'config'>): void {
  if (isOfExperiments(config)) throw new UserError(`Run ${id} is made of experiments: ${INSTEAD[verb]}`);
}
