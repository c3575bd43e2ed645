import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import { lock } from '../../lib/lock.ts';
import { boundary } from '../../lib/seam.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { git } from '../git.ts';
import type { Input } from '../inputs.ts';
import { stateName } from '../place.ts';
import { remove } from '../remove.ts';
import type { Repository } from '../repository.ts';
import { makeOwnRepository } from '../worktree/repository.ts';
import { KEPT } from './borrowed.ts';
import { placeInput } from './inputs.ts';
import { keepIn, keptIn, MARKER, type Marker, markerText } from './kept.ts';
import { laid, type Rules } from './laid.ts';

export interface Worktrees {
  lease(experiment: string, version: Version): Promise<Lease>;
  release(lease: Lease): Promise<void>;
  /** Experiments that have one, in order. */
  all(): readonly string[];
  leaseOf(experiment: string): Lease;
  root(lease: Lease): string;
  /** Where what is known of it is kept. */
  kept(lease: Lease): string;
}

/**
 * Worktrees that stay from one command to the next: each a folder with all the code in a small repository of its own.
 * Contract: a folder under its name is complete. What is there is never made anew: somebody may have edited it.
 */
export function worktrees(repository: Repository, run: string, rules: Rules): Worktrees {
  const { place, state } = repository;
  const below = `${stateName}/${run}/worktrees`;
  const folder = join(state.dir, run, 'worktrees');
  const root = (lease: Lease) => join(folder, basename(lease.where));
  const kept = (lease: Lease) => join(folder, KEPT, basename(lease.where));

  /** One process at a time makes or deletes the same workspace. */
  async function alone(lease: Lease, work: () => Promise<void>): Promise<void> {
    const held = await lock(`${kept(lease)}.lock`);
    try {
      await work();
    } finally {
      held.release('remove');
    }
  }

  async function make(lease: Lease, experiment: string, version: Version): Promise<void> {
    const [side, tree] = [kept(lease), join(kept(lease), 'tree')];
    remove(side);
    boundary();
    const index = join(side, 'index');
    const { commit } = await laid(repository, rules, version.tree);
    mkdirSync(tree, { recursive: true });
    await readTree(repository, tree, index, commit, ['--reset', '-u']);
    boundary();
    const start = await makeOwnRepository(repository, tree, index, { of: commit, apart: false });
    for (const input of rules.inputs) await placeInput(input, tree);
    exclude(tree, rules.inputs);
    const marker: Marker = { root: place.root, run, experiment };
    writeWhole(join(tree, '.git', MARKER), markerText(marker));
    keepIn(side, { base: rules.base, version: version.tree, start });
    boundary();
    renameSync(tree, root(lease));
    boundary();
  }

  const leaseOf = (experiment: string): Lease => ({ kind: 'worktree', where: `${below}/${experiment}` });

  return {
    root,
    kept,
    leaseOf,
    all: () => (existsSync(folder) ? readdirSync(folder).sort() : []).filter((name) => name !== KEPT),
    async lease(experiment, version) {
      const lease = leaseOf(experiment);
      await alone(lease, async () => {
        if (!existsSync(root(lease))) await make(lease, experiment, version);
        else if (keptIn(kept(lease)) === undefined) await remember(lease, version);
      });
      return lease;
    },
    async release(lease) {
      if (!existsSync(root(lease)) && !existsSync(kept(lease))) return;
      await alone(lease, async () => {
        const gone = join(kept(lease), 'gone');
        remove(gone);
        mkdirSync(dirname(gone), { recursive: true });
        if (existsSync(root(lease))) renameSync(root(lease), gone);
        boundary();
        remove(kept(lease));
      });
    },
  };

  /** What is known can be found again: an index without times, with which git looks at every file. */
  async function remember(lease: Lease, version: Version): Promise<void> {
    const side = kept(lease);
    mkdirSync(side, { recursive: true });
    const { commit } = await laid(repository, rules, version.tree);
    remove(join(side, 'index'));
    await readTree(repository, root(lease), join(side, 'index'), commit, []);
    keepIn(side, { base: rules.base, version: version.tree });
  }
}

async function readTree(
  repository: Repository,
  root: string,
  index: string,
  commit: string,
  how: readonly string[],
): Promise<void> {
  const env = { GIT_DIR: repository.state.gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: index };
  await git(['read-tree', ...how, commit], { cwd: root, config: 'none', env });
}

/** Inputs are no part of a change: git in the workspace doesn't name them, either. */
function exclude(root: string, inputs: readonly Input[]): void {
  const lines = inputs.filter(({ why }) => why !== 'lfs').map(({ at }) => `/${at.replace(/[\\*?[\] ]/g, '\\$&')}\n`);
  appendFileSync(join(root, '.git/info/exclude'), lines.join(''));
}
