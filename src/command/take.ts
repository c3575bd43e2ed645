import { isByIslands, isOfExperiments, PRESETS, type RunConfig } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import type { Store } from '../journal/journal.ts';
import { type Lock, tryLockFor } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { openRepository, type Place, type Repository } from '../workspace/workspace.ts';
import { refuseUnusable } from './adjust.ts';
import { whereText } from './breeding.ts';
import type { Context } from './contract.ts';
import { refuseExperiments } from './exp/refuse.ts';
import { refuseIterations } from './islanding.ts';
import { leasePath } from './place.ts';
import { presetOf, refuseUnfit } from './searching.ts';
import { readableStore } from './set-aside.ts';
import { adjustableOf, isChanged, type RunInput, refuseOtherSettings } from './settings.ts';
import { startRun } from './start.ts';
import { alone, PATIENCE_MS } from './state-lock.ts';
import { sweep } from './sweep.ts';

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
