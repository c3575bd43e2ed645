import { isOfExperiments } from '../../domain/config.ts';
import type { Directive } from '../../domain/experiment.ts';
import { isHeard } from '../../domain/experiment-fold.ts';
import { UserError } from '../../lib/user-error.ts';
import { NO_RUNS, type OpenRun, openRun } from '../place.ts';

/** A run of experiments. */
export type Lab = OpenRun;

const NONE = 'There are no experiments here yet. Begin with: evolve init';

/** Opens the run named, else the newest that is made of experiments. The caller closes the store. */
export function openLab(cwd: string, id: string | undefined): Lab {
  const lab = opened(cwd, id);
  if (isOfExperiments(lab.run.config)) return lab;
  lab.store.close();
  throw new UserError(`Run ${lab.run.id} is a search, not made of experiments: see evolve show --run ${lab.run.id}`);
}

function opened(cwd: string, id: string | undefined): Lab {
  try {
    return openRun(cwd, id, ({ config }) => isOfExperiments(config));
  } catch (error) {
    throw error instanceof UserError && error.message === NO_RUNS ? new UserError(NONE) : error;
  }
}

/** Directives are few; of more than this the oldest have been heard long ago. */
const MOST = 50;

/** What the user wants of whoever works on this experiment, or on any, and was not acknowledged for it, the oldest first. */
export function unheard({ journal }: Pick<Lab, 'journal'>, experiment?: string): readonly Directive[] {
  return journal
    .view()
    .directives(MOST)
    .filter((one) => !isHeard(one, experiment))
    .filter((one) => one.experiment === undefined || one.experiment === experiment)
    .map(({ heard: _others, ...one }) => one)
    .reverse();
}
