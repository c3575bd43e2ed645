import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Journal } from '../domain/journal.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { hasStore, openStore, type Store } from '../journal/journal.ts';
import { isLocked } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { ownerOf } from './owner.ts';

export const STATE = '.evolve';

/** Prompts of the user's own, in place of ours. */
export const promptsFolder = (stateDir: string): string => join(stateDir, 'prompts');

export const NO_RUNS = 'No runs here yet. Start one: evolve run "<command that prints a number>" --files <files>';

export interface Found {
  readonly root: string;
  readonly stateDir: string;
  /** The run and the experiment whose workspace this is. */
  readonly run?: string;
  readonly experiment?: string;
}

/** Where the state of the nearest enclosing folder that has any lives; of a workspace, that of the repository it was made for. */
export function findState(cwd: string): Found {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UserError(`There is no folder ${cwd}.`);
  for (let root = resolve(cwd); ; root = dirname(root)) {
    const stateDir = join(root, STATE);
    if (hasStore(stateDir)) return { root, stateDir };
    const owner = ownerOf(root);
    if (owner !== undefined && hasStore(join(owner.root, STATE)))
      return { ...owner, stateDir: join(owner.root, STATE) };
    // A repository of its own has its own runs, even inside another's folder.
    if (root === dirname(root) || existsSync(join(root, '.git'))) throw new UserError(NO_RUNS);
  }
}

export interface OpenRun {
  readonly root: string;
  readonly stateDir: string;
  readonly store: Store;
  readonly journal: Journal;
  readonly view: View;
  readonly run: RunFacts;
  /** The experiment of this run in whose workspace the caller is. */
  readonly here?: string;
}

/** The newest of so many runs is looked at. */
const RECENT_RUNS = 1000;

/** Opens a run for reading: the one named, else that of the workspace, else the newest, of those that are wanted. The caller closes the store. */
export function openRun(
  cwd: string,
  id: string | undefined,
  isWanted: (run: RunFacts) => boolean = () => true,
): OpenRun {
  const { root, stateDir, run: own, experiment } = findState(cwd);
  const store = openStore(stateDir);
  try {
    for (const one of id !== undefined ? [id] : [...(own === undefined ? [] : [own]), ...store.runs(RECENT_RUNS)]) {
      const journal = store.journal(one);
      const view = journal.view();
      const run = view.run();
      // A workspace may outlive its run.
      if (run === undefined || (id === undefined && !isWanted(run))) continue;
      const isHere = one === own && experiment !== undefined && view.entry(experiment)?.experiment !== undefined;
      return { root, stateDir, store, journal, view, run, ...(isHere ? { here: experiment } : {}) };
    }
    const recent = store.runs(5);
    const hint = recent.length === 0 ? 'There are no runs yet.' : `There are ${recent.join(', ')}.`;
    throw new UserError(id === undefined ? NO_RUNS : `There is no run ${id}. ${hint}`);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Reads a run and closes the store whatever happens. */
export async function withRun<R>(
  cwd: string,
  id: string | undefined,
  read: (open: OpenRun) => R | Promise<R>,
): Promise<R> {
  const open = openRun(cwd, id);
  try {
    return await read(open);
  } finally {
    open.store.close();
  }
}

/** The lease covers the driving of one run: whoever holds it drives. */
export const leasePath = (stateDir: string, run: string): string => join(stateDir, 'locks', `${run}.lease`);

/** Held while a candidate is measured on code that has changed since. */
export const applyPath = (stateDir: string, run: string): string => join(stateDir, 'locks', `${run}.apply`);

export const isDriven = (stateDir: string, run: string): boolean => isLocked(leasePath(stateDir, run));

/** A claim covers one evaluation of one candidate. */
export const claimsFolder = (stateDir: string, run: string): string => join(stateDir, 'locks', run);

export const runFolder = (stateDir: string, run: string): string => join(stateDir, run);

/** The checkouts of a run that is being driven. */
export const lanesFolder = (stateDir: string, run: string): string => join(runFolder(stateDir, run), 'lanes');

export const candidateFolder = (stateDir: string, run: string, candidate: string): string =>
  join(runFolder(stateDir, run), 'candidates', candidate);

/** What the held-out command printed: apart from the candidates' logs, so that it can be hidden as a whole. */
export const heldOutFolder = (stateDir: string, run: string): string => join(runFolder(stateDir, run), 'holdout');
