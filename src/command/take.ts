import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isByIslands, isOfExperiments, PRESETS, type RunConfig } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import { hasStore, openStore, type Store } from '../journal/journal.ts';
import { type Lock, tryLock, tryLockFor, tryShared } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { machineFolder, openRepository, type Place, type Repository, remove } from '../workspace/workspace.ts';
import { refuseUnusable } from './adjust.ts';
import { whereText } from './breeding.ts';
import type { Context } from './contract.ts';
import { refuseExperiments } from './exp/refuse.ts';
import { refuseIterations } from './islanding.ts';
import { leasePath, STATE } from './place.ts';
import { presetOf, refuseUnfit } from './searching.ts';
import { readableStore } from './set-aside.ts';
import { adjustableOf, isChanged, type RunInput, refuseOtherSettings } from './settings.ts';
import { startRun } from './start.ts';
import { sweep } from './sweep.ts';

/** Long enough for a reader that looks whether the lock is held. */
const PATIENCE_MS = 200;

/**
 * Two processes must not start the same search at once, and a start that comes to nothing must not take away what
 * another needs: each holds `openers` together with the others, and only whoever has it alone takes `.evolve` away.
 */
async function alone<T>(place: Place, search: string, open: (made: () => void) => Promise<T>): Promise<T> {
  const opening = await tryLockFor(lockPath('opening', `${place.root}\n${search}`), PATIENCE_MS);
  if (opening === undefined) {
    throw new UserError('Another evolve is starting this run. Wait for it, then look with: evolve status');
  }
  const openers = await shared(lockPath('openers', place.root));
  let ours = false;
  try {
    return await open(() => {
      ours = true;
    });
  } catch (error) {
    openers.release();
    // A bug leaves its traces; a mistake at the very first run leaves nothing.
    const mistake = error instanceof UserError || (error instanceof Error && error.name === 'Interrupted');
    if (ours && mistake) takeAway(place);
    throw error;
  } finally {
    openers.release();
    opening.release();
  }
}

/** Removes a state folder that has never had a run. */
function takeAway(place: Place): void {
  const everyone = tryLock(lockPath('openers', place.root));
  if (everyone === undefined) return;
  try {
    const dir = join(place.root, STATE);
    if (!hasRuns(dir)) remove(dir);
  } finally {
    everyone.release();
  }
}

/** A store that can't be read is not ours to remove. */
function hasRuns(dir: string): boolean {
  try {
    if (!hasStore(dir)) return false;
    const store = openStore(dir);
    const runs = store.runs(1);
    store.close();
    return runs.length > 0;
  } catch {
    return true;
  }
}

function lockPath(kind: string, of: string): string {
  return join(machineFolder(), `${kind}-${createHash('sha256').update(of).digest('hex').slice(0, 16)}.lock`);
}

/** A run to drive, or with no lease one whose end is to be told. */
interface Chosen {
  readonly run: string;
  readonly lease?: Lock;
}

export interface Opened {
  readonly repository: Repository;
  readonly store: Store;
  readonly chosen: Chosen;
}

/** Takes the run that the input means, a new one or one to be continued. The caller closes what it gets. */
export function takeRun(place: Place, config: RunConfig, input: RunInput, context: Context): Promise<Opened> {
  return alone(place, JSON.stringify(config.identity), (made) => open(place, config, input, context, made));
}

async function open(
  place: Place,
  config: RunConfig,
  input: RunInput,
  context: Context,
  made: () => void,
): Promise<Opened> {
  const repository = await openRepository(place);
  if (repository.state.created) made();
  let store: Store | undefined;
  try {
    store = readableStore(repository, input, context, (opened) => knownRun(opened, config, input));
    return { repository, store, chosen: await choose(store, repository, config, input, context) };
  } catch (error) {
    store?.close();
    repository.close();
    throw error;
  }
}

async function choose(
  store: Store,
  repository: Repository,
  config: RunConfig,
  input: RunInput,
  context: Context,
): Promise<Chosen> {
  const start = () => {
    refuseIterations(input, config.identity.strategy);
    return startRun(repository, store, config, input, context);
  };
  const known = knownRun(store, config, input);
  if (known === undefined && input.resume === true) refuseLab(store, config);
  if (known === undefined || input.fresh === true) return start();
  const run = factsOf(store, known);
  if (isOfExperiments(config)) return { run: known };
  if (input.resume !== true && (await startsAnew(store, run, context))) return start();
  refuseUnfit(input, run);
  refuseOtherSettings(input, run);
  if (input.agent !== undefined) await refuseUnusable(run.config, adjustableOf(input, run.config.adjustable), context);
  const lease = await tryLockFor(leasePath(repository.state.dir, known), PATIENCE_MS);
  if (lease === undefined) {
    throw new UserError(
      `Run ${known} is being driven by another evolve. Follow it with: evolve log -f. End it with: evolve stop. Start another with --fresh.`,
    );
  }
  await tellOfOtherBase(repository, run, context);
  // Only now nobody else moves the run on.
  const { config: before, end } = factsOf(store, known);
  const adjustable = adjustableOf(input, before.adjustable);
  const changed = isChanged(adjustable, before.adjustable);
  if (changed) store.journal(known).append(() => [{ type: 'configured', adjustable }]);
  if (changed || end?.kind !== 'finished') return { run: known, lease };
  // A driver that was killed right after the end has left its checkouts.
  sweep(repository.state.dir, known);
  lease.release();
  return { run: known };
}

/** Whoever resumes what only experiments were made of means them. */
function refuseLab(store: Store, { identity }: RunConfig): void {
  const lab = store.newest({ ...identity, strategy: 'rounds' });
  if (lab !== undefined) refuseExperiments('resume', factsOf(store, lab));
}

/** The newest run of this fitness and these files: of the strategy that was asked for, else of any. */
function knownRun(store: Store, config: RunConfig, input: RunInput): string | undefined {
  const { identity } = config;
  if (isOfExperiments(config) || presetOf(input) !== undefined) return store.newest(identity);
  const runs = PRESETS.flatMap((strategy) => store.newest({ ...identity, strategy }) ?? []);
  return runs.toSorted((a, b) => Number(b.slice(1)) - Number(a.slice(1)))[0];
}

/** A run goes on from the code that it was started with, whatever has become of it since. */
async function tellOfOtherBase(repository: Repository, run: RunFacts, context: Context): Promise<void> {
  const { tree } = await repository.base({ dirty: true });
  if (tree === run.base.tree) return;
  context.tell(
    `run ${run.id} goes on from the code it was started with; yours has changed since. Start anew with --fresh.`,
  );
}

/** A run that is over is begun anew unless somebody wants more of it: only iterations can be added to without another setting. */
async function startsAnew(store: Store, run: RunFacts, context: Context): Promise<boolean> {
  if (run.end?.kind !== 'finished') return declined(store, run, context);
  if (!isByIslands(run.config)) return true;
  const where = whereText(store.journal(run.id).view(), run);
  const answer = await context.ask(
    `Run ${run.id} is finished (${where}). Resume it (with more iterations: -n), or start fresh? [r/F] `,
  );
  return answer === undefined || !/^r/i.test(answer.trim());
}

async function declined(store: Store, run: RunFacts, context: Context): Promise<boolean> {
  const where = whereText(store.journal(run.id).view(), run);
  const answer = await context.ask(`Run ${run.id} is unfinished (${where}). Continue it? [Y/n] `);
  return answer !== undefined && /^n/i.test(answer.trim());
}

function factsOf(store: Store, id: string): RunFacts {
  const run = store.journal(id).view().run();
  if (run === undefined) throw new Error(`run ${id} is not open`);
  return run;
}

/** Somebody who takes a folder away holds this for an instant only. */
async function shared(path: string): Promise<Lock> {
  for (;;) {
    const held = tryShared(path);
    if (held !== undefined) return held;
    await sleep(5);
  }
}

/** Keeps the state of a repository from being taken away while something works on it. */
export const shareState = (root: string): Promise<Lock> => shared(lockPath('openers', root));

/** undefined while anybody starts a run or works on the state. */
export const ownState = (root: string): Promise<Lock | undefined> => tryLockFor(lockPath('openers', root), PATIENCE_MS);
