import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasStore, openStore, type Store } from '../journal/journal.ts';
import { type Size, sizeOf, sumOf } from '../lib/size.ts';
import { UserError } from '../lib/user-error.ts';
import { baseRefs, type Place, published } from '../workspace/workspace.ts';
import { ALL_RUNS, split } from './discard.ts';
import { runFolder, STATE } from './place.ts';

/** What `evolve clean` deletes. */
export interface Footprint {
  readonly what: 'everything' | 'run' | 'logs';
  readonly runs: readonly string[];
  readonly candidates: number;
  readonly logs: Size;
  /** On the disk; of a run its folder alone, because runs share their store. */
  readonly bytes: number;
  readonly refs: readonly string[];
  readonly branches: readonly string[];
  /** Experiments that have a clone which the user has prepared, with its path. */
  readonly leased: readonly { readonly experiment: string; readonly where: string }[];
  /** Branches of candidates that are checked out: they stay. */
  readonly inUse: readonly string[];
}

export async function footprint(place: Place, what: Footprint['what'], run?: string): Promise<Footprint> {
  const stateDir = join(place.root, STATE);
  const { runs, candidates, leased, isGoing } = inStore(stateDir, run);
  const parts = runs.flatMap((id) => logFolders(stateDir, id)).map((folder) => sizeOf(folder));
  const logs = sumOf(parts);
  if (what === 'logs') {
    return { what, runs, candidates: 0, logs, bytes: logs.bytes, refs: [], branches: [], leased: [], inUse: [] };
  }
  const branches = (await published(place)).filter(({ commit }) => isGoing(commit));
  return {
    what,
    runs,
    candidates,
    logs,
    bytes: sizeOf(run === undefined ? stateDir : runFolder(stateDir, run)).bytes,
    refs: await baseRefs(place, run),
    leased,
    branches: branches.filter(({ inUse }) => !inUse).map(({ name }) => name),
    inUse: branches.filter(({ inUse }) => inUse).map(({ name }) => name),
  };
}

/** Where the logs of a run's candidates are, those of `evolve apply` too. */
export const logFolders = (stateDir: string, run: string): readonly string[] => [
  ...[runFolder(stateDir, run), join(runFolder(stateDir, run), 'apply')].map((folder) => join(folder, 'candidates')),
  join(runFolder(stateDir, run), 'experiments'),
];

interface Known {
  readonly runs: readonly string[];
  readonly candidates: number;
  readonly leased: Footprint['leased'];
  /** Whether a commit goes with what is deleted. */
  isGoing(commit: string): boolean;
}

function inStore(stateDir: string, run: string | undefined): Known {
  const store = opened(stateDir, run);
  if (store === undefined) return { runs: foldersIn(stateDir), candidates: 0, leased: [], isGoing: () => true };
  try {
    const runs = store.runs(ALL_RUNS);
    if (run !== undefined && !runs.includes(run)) {
      const hint = runs.length === 0 ? 'There are no runs.' : `There are ${runs.slice(0, 5).join(', ')}.`;
      throw new UserError(`There is no run ${run}. ${hint}`);
    }
    const chosen = run === undefined ? runs : [run];
    const views = chosen.map((id) => store.journal(id).view());
    const counts = views.map((view) => view.counts().candidates);
    const leases = views.flatMap((view) => Object.entries(view.run()?.leases ?? {}));
    const going = run === undefined ? undefined : split(store, run).going;
    return {
      runs: chosen,
      candidates: counts.reduce((a, b) => a + b, 0),
      leased: leases.map(([where, experiment]) => ({ experiment, where })),
      isGoing: (commit) => going?.has(commit) ?? true,
    };
  } finally {
    store.close();
  }
}

/** To delete everything, a store need not be readable. */
function opened(stateDir: string, run: string | undefined): Store | undefined {
  if (!hasStore(stateDir)) {
    if (run !== undefined) throw new UserError(`There is no run ${run}. There are no runs.`);
    return undefined;
  }
  try {
    return openStore(stateDir);
  } catch (error) {
    if (run === undefined && error instanceof UserError) return undefined;
    throw error;
  }
}

function foldersIn(stateDir: string): readonly string[] {
  if (lstatSync(stateDir, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(stateDir).filter((name) => /^r\d+$/.test(name));
}
