import { type RunConfig, seedId } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Journal } from '../domain/journal.ts';
import { ledgerOf, type Store } from '../journal/journal.ts';
import type { Lock } from '../lib/lock.ts';
import { drive, type Halt } from '../loop/loop.ts';
import { notifier, type Observer, watch } from '../observer/observer.ts';
import type { Repository } from '../workspace/workspace.ts';
import { consult } from './consult.ts';
import type { Context } from './contract.ts';
import { diskGuard } from './disk.ts';
import { runFolder } from './place.ts';
import { publisher } from './publish.ts';
import { recordAnswer } from './record.ts';
import { bodyOf, endedOf } from './report/report.ts';
import { secretsOf } from './secrets.ts';
import { openSite } from './site.ts';
import { narrate } from './watch/narrate.ts';

/** Waits before a failing machine is tried again: about half a minute in all. */
const BACK_OFF_MS = [500, 2000, 8000, 20_000];
const LOOK_EVERY_MS = 250;

/**
 * Drives a run to its end, or to a question that nobody is there to answer, telling what happens. The lease is held by
 * the caller and given back here.
 */
export async function continueRun(
  repository: Repository,
  store: Store,
  { run, lease }: { run: string; lease: Lock },
  yes: boolean,
  context: Context,
): Promise<Halt> {
  const journal = store.journal(run);
  try {
    for (;;) {
      const halt = await driveOn(repository, store, journal, yes, context);
      if (halt !== 'adjusted') return halt;
    }
  } finally {
    await repository.tidy();
    lease.release();
  }
}

/** Drives with the settings as they are now, until they change. */
async function driveOn(
  repository: Repository,
  store: Store,
  journal: Journal,
  yes: boolean,
  context: Context,
): Promise<Halt | 'adjusted'> {
  const facts = journal.view().run();
  if (facts === undefined) throw new Error(`run ${journal.run} is not open`);
  const engine = await context.engine();
  const evaluation = journal.view().entries(0)[0]?.evaluation;
  const channel = channelOf(evaluation);
  const measured = evaluation === undefined ? {} : { evaluation };
  const seed = {
    id: seedId(facts.config.identity.strategy),
    base: facts.base,
    ...(channel === undefined ? {} : { channel }),
    ...measured,
  };
  const ledger = ledgerOf(journal, {
    folder: runFolder(repository.state.dir, journal.run),
    secrets: secretsOf(repository.place.root, facts.config),
  });
  const site = await openSite(repository, journal.run, facts.config, seed, engine, ledger);
  await using lanes = site.lanes;
  const strategy = engine.strategy(facts.config);
  const { parallel: width, parallelBench: slots } = facts.config.adjustable;
  const decide = () => (yes ? 'continue' : undefined);
  const times = { now: Date.now, ...retryPlan() };
  for (;;) {
    const watching = watch(journal, observersOf(repository, journal, facts.config, context), context.tell);
    const story = narrate(journal, context);
    const ended = async () => {
      await watching.end();
      story.end();
    };
    const halt = await drive({ journal, strategy, lanes, width, slots, decide, ...times }, context.signal).finally(
      ended,
    );
    if (halt.kind !== 'paused' || !context.interactive) return halt;
    await context.show(`${bodyOf(await endedOf(repository, store, journal.run), context)}\n\n`);
    const option = await untilStopped(journal, (until) =>
      consult(halt.question, journal, repository, context, { until }),
    );
    if (option === undefined) return halt;
    recordAnswer(journal, halt.question.key, option);
    if (JSON.stringify(journal.view().run()?.config) !== JSON.stringify(facts.config)) return 'adjusted';
  }
}

/** Somebody who waits for an answer still heeds `evolve stop`. */
async function untilStopped<T>(journal: Journal, work: (until: AbortSignal) => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  const look = () => {
    if (journal.view().run()?.stopRequested !== undefined) stopped.abort();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    return await work(stopped.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Who watches every run that is driven. */
export function observersOf(
  repository: Repository,
  journal: Journal,
  { adjustable }: RunConfig,
  { cwd, signal, tell }: Context,
): readonly Observer[] {
  const { notify, diskMb, branches } = adjustable;
  return [
    ...(notify === undefined ? [] : [notifier(notify, cwd, signal)]),
    ...(diskMb === undefined ? [] : [diskGuard(journal, repository.state.dir, diskMb, tell)]),
    ...(branches ? [publisher(repository, tell)] : []),
  ];
}

/** How a failing machine is tried again, and how often requests are looked for. Tests can't wait half a minute. */
export function retryPlan(): { readonly backOffMs: readonly number[]; readonly lookEveryMs: number } {
  const given = process.env.GALAPAGOS_BACK_OFF_MS;
  return { backOffMs: given === undefined ? BACK_OFF_MS : given.split(',').map(Number), lookEveryMs: LOOK_EVERY_MS };
}

function channelOf(evaluation: Evaluation | undefined) {
  return evaluation?.outcome === 'scored' ? evaluation.channel : undefined;
}
