import { isOfGoals } from '../../domain/ladder.ts';
import type { RunFacts } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';

const INSTEAD = {
  answer: 'it asks nothing. Go on with: evolve goals run',
  replay: 'what it read of your repository, its tracker and its queue is not recorded. What happened: evolve log',
  fork: 'there is one session at a time. Begin another with: evolve goals run --fresh',
  apply: 'its work has landed already, on the branch that evolve status names: git merge it',
  measure: 'measure the goals as they are now: evolve goals measure',
} as const;

/** Throws `UserError` where a verb of searches is meant for cycles over goals. */
export function refuseCycles(verb: keyof typeof INSTEAD, { id, config }: Pick<RunFacts, 'id' | 'config'>): void {
  if (isOfGoals(config)) throw new UserError(`Run ${id} is made of cycles over goals: ${INSTEAD[verb]}`);
}
