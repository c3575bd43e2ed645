import { isOfExperiments } from '../../domain/config.ts';
import type { Directive } from '../../domain/experiment.ts';
import { isHeard } from '../../domain/experiment-fold.ts';
import { openStore } from '../../journal/journal.ts';
import { UserError } from '../../lib/user-error.ts';
import { type Found, findState, type OpenRun, openRun } from '../place.ts';

/** A run of experiments. */
export type Lab = OpenRun;

const NONE = 'There are no experiments here yet. Begin with: evolve init';
/** The newest of so many runs is looked at. */
const RECENT_RUNS = 1000;

/** Opens the run named, else the newest that is made of experiments. The caller closes the store. */
export function openLab(cwd: string, id: string | undefined): Lab {
  const lab = openRun(cwd, id ?? newestLab(cwd));
  if (isOfExperiments(lab.run.config)) return lab;
  lab.store.close();
  throw new UserError(`Run ${lab.run.id} is a search, not made of experiments: see evolve show --run ${lab.run.id}`);
}

function newestLab(cwd: string): string {
  const { stateDir, run: own } = stateOf(cwd);
  const store = openStore(stateDir);
  try {
    const found = [...(own === undefined ? [] : [own]), ...store.runs(RECENT_RUNS)].find((run) => {
      const facts = store.journal(run).view().run();
      return facts !== undefined && isOfExperiments(facts.config);
    });
    if (found === undefined) throw new UserError(NONE);
    return found;
  } finally {
    store.close();
  }
}

function stateOf(cwd: string): Found {
  try {
    return findState(cwd);
  } catch (error) {
    throw error instanceof UserError && error.message.startsWith('No runs') ? new UserError(NONE) : error;
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
