import { isOfExperiments, type RunConfig } from '../../domain/config.ts';
import { UserError } from '../../lib/user-error.ts';

/** Throws where something would drive a run that people and agents grow. */
export function refuseExperiments({ id, config }: { readonly id: string; readonly config: RunConfig }): void {
  if (!isOfExperiments(config)) return;
  throw new UserError(`Run ${id} is made of experiments: see evolve exp, or name another run with --run.`);
}
