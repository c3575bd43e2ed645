import type { Places } from '../../domain/config.ts';
import type { Lease } from '../../domain/experiment.ts';
import type { Workplaces } from '../../domain/workplace.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Repository } from '../repository.ts';
import { keptIn } from './kept.ts';
import type { Rules } from './laid.ts';
import { type Hold, take } from './take.ts';
import { worktrees } from './worktrees.ts';

export interface WorkplacesOptions extends Rules {
  readonly run: string;
  /** The folder that the run was started in, relative to the root. */
  readonly folder: string;
  readonly places: Places;
  /** What leaves out more than the scope does. */
  readonly hold?: Hold;
}

/** The workspaces of a run's experiments on this machine. */
export function openWorkplaces(repository: Repository, options: WorkplacesOptions): Workplaces {
  const trees = worktrees(repository, options.run, options);
  return {
    async lease(experiment, version) {
      return { kind: 'leased', lease: await trees.lease(experiment, version) };
    },
    async take(experiment, lease, parent, how) {
      const kept = keptIn(trees.kept(lease));
      if (kept === undefined) throw new UserError(gone(experiment));
      return take(
        repository,
        options,
        { experiment, root: trees.root(lease), side: trees.kept(lease), kept },
        parent,
        how,
      );
    },
    release: (lease) => trees.release(lease),
    folder: (lease: Lease) => trees.root(lease),
    files: () => {
      throw new Error('not yet');
    },
  };
}

const gone = (experiment: string): string =>
  `The workspace of ${experiment} is gone: evolve exp discard ${experiment}, and begin another with evolve exp new`;
