import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sha } from '../domain/candidate.ts';
import type { View } from '../domain/view.ts';
import type { Store } from '../journal/journal.ts';
import { isLocked, type Lock, tryLock, tryLockFor } from '../lib/lock.ts';
import { boundary } from '../lib/seam.ts';
import { UserError } from '../lib/user-error.ts';
import {
  baseRefs,
  borrowed,
  dropRefs,
  forgetObjects,
  type Repository,
  remove,
  unpublish,
} from '../workspace/workspace.ts';
import { everyEntry } from './pages.ts';
import { applyPath, claimsFolder, leasePath, runFolder } from './place.ts';
import { ownState } from './state-lock.ts';
import { sweep } from './sweep.ts';

export interface Discarded {
  readonly run: string;
  readonly branches: readonly string[];
  readonly refs: readonly string[];
  /** Whether the candidates' objects are gone; while others work here they stay until the next clean. */
  readonly objects: boolean;
}

/** Long enough for a reader that looks whether the lock is held. */
const PATIENCE_MS = 1000;

/** More than any repository has. */
export const ALL_RUNS = 1_000_000;

/** The lease of a run that is to go. Throws UserError while something works on it. */
export async function takeLease(stateDir: string, run: string): Promise<Lock> {
  const lease = await tryLockFor(leasePath(stateDir, run), PATIENCE_MS);
  if (lease === undefined)
    throw new UserError(`Run ${run} is being driven: end it first with evolve stop --run ${run}`);
  const measured = evaluatedIn(stateDir, run);
  if (measured === undefined && !isLocked(applyPath(stateDir, run))) return lease;
  lease.release();
  if (measured !== undefined)
    throw new UserError(
      `${measured} of run ${run} is being evaluated: wait for it, or end it: evolve exp abort ${measured}`,
    );
  throw new UserError(`A candidate of run ${run} is being applied: wait for it to end.`);
}

/** An experiment that somebody evaluates now. */
function evaluatedIn(stateDir: string, run: string): string | undefined {
  const folder = claimsFolder(stateDir, run);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const held = names.find((name) => name.endsWith('.claim') && isLocked(join(folder, name)));
  return held?.slice(0, -'.claim'.length);
}

/**
 * Deletes a run: its branches, its ref, its folder, its candidates and its events, in this order.
 * Contract: throws UserError while the run is driven. Killed anywhere, a second call finishes.
 */
export async function discardRun(
  { repository, store, run }: { readonly repository: Repository; readonly store: Store; readonly run: string },
  held?: Lock,
): Promise<Discarded> {
  const { place, state } = repository;
  const lease = held ?? (await takeLease(state.dir, run));
  try {
    const { others, kept, going } = split(store, run);
    const branches = await unpublish(place, run, going);
    boundary();
    const refs = await baseRefs(place, run);
    await dropRefs(place, refs);
    boundary();
    sweep(state.dir, run);
    remove(runFolder(state.dir, run));
    boundary();
    const trees = others.flatMap((id) => [...treesOf(store.journal(id).view())]);
    const workspaces = others.flatMap((id) => borrowed(state.dir, id));
    const objects = await forgetAlone(repository, others, [...kept, ...trees, ...workspaces]);
    boundary();
    store.remove(run);
    boundary();
    remove(applyPath(state.dir, run));
    lease.release('remove');
    return { run, branches, refs, objects };
  } finally {
    lease.release();
  }
}

/** Objects are only safe to delete while nobody makes new ones of them. */
async function forgetAlone(repository: Repository, others: readonly string[], keep: Iterable<Sha>): Promise<boolean> {
  const { place, state } = repository;
  const locks: Lock[] = [];
  try {
    const alone = await ownState(place.root);
    if (alone === undefined) return false;
    locks.push(alone);
    for (const run of others) {
      const lease = tryLock(leasePath(state.dir, run));
      if (lease === undefined) return false;
      locks.push(lease);
    }
    return await forgetObjects(state, keep);
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** The commits that go with a run, and those that the other runs need. */
export function split(store: Store, run: string) {
  const others = store.runs(ALL_RUNS).filter((id) => id !== run);
  const kept = new Set(others.flatMap((id) => commitsOf(store.journal(id).view())));
  const going = new Set(commitsOf(store.journal(run).view()).filter((commit) => !kept.has(commit)));
  return { others, kept, going };
}

/** Every commit that a run has made, its seed's first. */
function commitsOf(view: View): readonly Sha[] {
  const run = view.run();
  if (run === undefined) return [];
  const commits = [run.base.commit];
  for (const { proposal, candidate, experiment } of everyEntry(view)) {
    if (candidate !== undefined) commits.push(candidate.commit);
    if (experiment !== undefined) commits.push(...view.attempts(proposal.id).map(({ commit }) => commit));
  }
  return commits;
}

const PAGE = 500;

/** What agents left that may be asked for again: trees that no commit need hold. */
function* treesOf(view: View): Generator<Sha> {
  for (let after = ''; ; ) {
    const page = view.callsAfter(after, PAGE);
    for (const { left } of page) if (left !== undefined) yield left.tree;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}
