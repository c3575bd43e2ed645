import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Places } from '../../domain/config.ts';
import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import type { Workplaces } from '../../domain/workplace.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Repository } from '../repository.ts';
import { collect } from '../worktree/changes.ts';
import { tracked } from './clone.ts';
import { localFiles } from './files.ts';
import { keptIn } from './kept.ts';
import { laid } from './laid.ts';
import { type PoolRules, pool } from './pool.ts';
import { type Hold, take } from './take.ts';
import { worktrees } from './worktrees.ts';

export interface WorkplacesOptions extends PoolRules {
  readonly run: string;
  /** The folder that the run was started in, relative to the root. */
  readonly folder: string;
  readonly places: Places;
  /** What leaves out more than the scope does. */
  readonly hold?: Hold;
}

/** Those on this machine, of which can be said what there is. */
export interface LocalWorkplaces extends Workplaces {
  /** Every workspace there is, and every slot of the pool. */
  holders(): Promise<readonly Holder[]>;
  survey(): Promise<readonly Surveyed[]>;
}

export interface Holder {
  readonly lease: Lease;
  /** Who has it; of another run or repository where `foreign`. */
  readonly experiment?: string;
  readonly foreign?: string;
}

export interface Surveyed extends Holder {
  /** Files that differ from what was laid out there, null where nobody knows; of a slot tracked ones that are not committed. */
  readonly changed: number | null;
}

const gone = ({ where }: Lease): UserError =>
  new UserError(
    `The workspace ${where} is gone, with what was edited there: evolve exp discard the experiment, and begin another with evolve exp new`,
  );

/** The workspaces of a run's experiments on this machine. */
export function openWorkplaces(repository: Repository, options: WorkplacesOptions): LocalWorkplaces {
  const { run, places, folder } = options;
  const trees = worktrees(repository, run, options);
  const slots = pool(repository, run, options, places.kind === 'pool' ? places.slots : []);
  const rootOf = (lease: Lease) => (lease.kind === 'pool' ? lease.where : trees.root(lease));
  const sideOf = (lease: Lease) => (lease.kind === 'pool' ? slots.kept(lease.where) : trees.kept(lease));

  function spot(lease: Lease) {
    const [root, side] = [rootOf(lease), sideOf(lease)];
    const kept = keptIn(side);
    if (kept === undefined || !existsSync(root)) throw gone(lease);
    return { root, side, kept };
  }

  /** What is known of a worktree can be found again as long as its files are there. */
  async function found(lease: Lease, version: Version) {
    const lost = lease.kind === 'worktree' && existsSync(rootOf(lease)) && keptIn(sideOf(lease)) === undefined;
    if (lost) await trees.lease(basename(lease.where), version);
    return spot(lease);
  }

  async function changedIn(lease: Lease): Promise<number | null> {
    const [root, side] = [rootOf(lease), sideOf(lease)];
    const kept = keptIn(side);
    if (kept === undefined) return null;
    const { commit } = await laid(repository, { ...options, base: kept.base }, kept.version);
    const found = await collect(repository, { root, index: join(side, 'index'), parent: commit, ...options });
    return found.changes.size + found.refused.length;
  }

  return {
    async lease(experiment, version, taken) {
      if (places.kind === 'pool') return slots.lease(experiment, version, taken);
      return { kind: 'leased', lease: await trees.lease(experiment, version) };
    },
    take: async (_experiment, lease, parent, how) => take(repository, options, await found(lease, parent), parent, how),
    release: (lease) => (lease.kind === 'pool' ? slots.release(lease) : trees.release(lease)),
    folder: (lease) => join(rootOf(lease), folder),
    files(lease) {
      const [root, side] = [rootOf(lease), sideOf(lease)];
      if (!existsSync(root)) throw gone(lease);
      return localFiles({ root, folder, index: join(side, 'index'), gitDir: repository.state.gitDir });
    },
    holders,
    async survey() {
      const all: Surveyed[] = [];
      for (const holder of await holders()) {
        const { kind, where } = holder.lease;
        const slot = { root: where, gitDir: join(where, '.git') };
        all.push({
          ...holder,
          changed: kind === 'pool' ? (await tracked(slot)).length : await changedIn(holder.lease),
        });
      }
      return all;
    },
  };

  async function holders(): Promise<readonly Holder[]> {
    const pooled = places.kind === 'pool' ? await slots.states() : [];
    return [
      ...trees.all().map((experiment) => ({ lease: trees.leaseOf(experiment), experiment })),
      ...pooled.map(({ slot, holder, foreign }): Holder => {
        const whose = holder === undefined ? {} : { experiment: holder.experiment };
        const other = foreign && holder !== undefined ? { foreign: holder.root } : {};
        return { lease: { kind: 'pool', where: slot.root }, ...whose, ...other };
      }),
    ];
  }
}
