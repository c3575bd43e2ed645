import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfig } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import { openStore, type Store } from '../journal/journal.ts';
import { type Lock, tryLockFor } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { machineFolder, openRepository, type Place, type Repository } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { lanesFolder, leasePath } from './place.ts';
import { adjustableOf, type RunInput, refuseOtherSettings } from './settings.ts';
import { startRun } from './start.ts';

/** Long enough for a reader that looks whether the lock is held. */
const PATIENCE_MS = 200;

/**
 * One process at a time opens a run in a repository: two must not start the same search, and one that takes its first
 * traces away again must not take another's.
 */
async function alone<T>(root: string, open: () => Promise<T>): Promise<T> {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = await tryLockFor(join(machineFolder(), `opening-${name}.lock`), PATIENCE_MS);
  if (lock === undefined)
    throw new UserError('Another evolve is starting a run here. Wait for it, then look with: evolve status');
  try {
    return await open();
  } finally {
    lock.release();
  }
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
  return alone(place.root, () => open(place, config, input, context));
}

async function open(place: Place, config: RunConfig, input: RunInput, context: Context): Promise<Opened> {
  const repository = await openRepository(place);
  let store: Store | undefined;
  try {
    store = openStore(repository.state.dir);
    return { repository, store, chosen: await choose(store, repository, config, input, context) };
  } catch (error) {
    store?.close();
    repository.close();
    // A start that comes to nothing leaves nothing behind.
    if (repository.state.created) rmSync(repository.state.dir, { recursive: true, force: true });
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
  const start = () => startRun(repository, store, config, input, context);
  const known = store.newest(config.identity);
  if (known === undefined || input.fresh === true) return start();
  const run = factsOf(store, known);
  if (input.resume !== true && (run.end?.kind === 'finished' || (await declined(run, context)))) return start();
  refuseOtherSettings(input, run, await context.engine());
  const lease = await tryLockFor(leasePath(repository.state.dir, known), PATIENCE_MS);
  if (lease === undefined) {
    throw new UserError(
      `Run ${known} is being driven by another evolve. Follow it with: evolve log -f. End it with: evolve stop. Start another with --fresh.`,
    );
  }
  // Only now nobody else moves the run on.
  const { config: before, end } = factsOf(store, known);
  const adjustable = adjustableOf(input, before.adjustable);
  const changed = JSON.stringify(adjustable) !== JSON.stringify(before.adjustable);
  if (changed) store.journal(known).append(() => [{ type: 'configured', adjustable }]);
  if (changed || end?.kind !== 'finished') return { run: known, lease };
  // A driver that was killed right after the end has left its checkouts.
  rmSync(lanesFolder(repository.state.dir, known), { recursive: true, force: true });
  lease.release();
  return { run: known };
}

async function declined(run: RunFacts, context: Context): Promise<boolean> {
  const answer = await context.ask(`Run ${run.id} is unfinished (generation ${run.batch}). Continue it? [Y/n] `);
  return answer !== undefined && /^n/i.test(answer.trim());
}

function factsOf(store: Store, id: string): RunFacts {
  const run = store.journal(id).view().run();
  if (run === undefined) throw new Error(`run ${id} is not open`);
  return run;
}
