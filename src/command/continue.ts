import type { Evaluation } from '../domain/evaluation.ts';
import type { Checkpoint } from '../domain/question.ts';
import type { Store } from '../journal/journal.ts';
import type { Lock } from '../lib/lock.ts';
import { drive, type Halt } from '../loop/loop.ts';
import { SEED } from '../strategy/strategy.ts';
import type { Repository } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { narrate } from './narrate.ts';
import { openSite } from './site.ts';

/** Waits before a failing machine is tried again: about half a minute in all. */
const BACK_OFF_MS = [500, 2000, 8000, 20_000];
const LOOK_EVERY_MS = 250;

/** Drives a run to its next question or end, telling what happens. The lease is held by the caller. */
export async function continueRun(
  repository: Repository,
  store: Store,
  { run, lease }: { run: string; lease: Lock },
  decide: (question: Checkpoint) => string | undefined,
  context: Context,
): Promise<Halt> {
  const journal = store.journal(run);
  const facts = journal.view().run();
  if (facts === undefined) throw new Error(`run ${run} is not open`);
  const engine = await context.engine();
  const channel = channelOf(journal.view().entry(SEED)?.evaluation);
  const seed = { id: SEED, base: facts.base, ...(channel === undefined ? {} : { channel }) };
  const site = await openSite(repository, run, facts.config, seed, engine);
  const story = narrate(journal, context);
  try {
    await using lanes = site.lanes;
    const strategy = engine.strategy(facts.config);
    const width = facts.config.adjustable.parallel;
    const times = { now: Date.now, backOffMs: backOff(), lookEveryMs: LOOK_EVERY_MS };
    return await drive({ journal, strategy, lanes, width, decide, ...times }, context.signal);
  } finally {
    await repository.tidy();
    story.end();
    lease.release();
  }
}

/** Tests of a failing machine can't wait half a minute. */
function backOff(): readonly number[] {
  const given = process.env.GALAPAGOS_BACK_OFF_MS;
  return given === undefined ? BACK_OFF_MS : given.split(',').map(Number);
}

function channelOf(evaluation: Evaluation | undefined) {
  return evaluation?.outcome === 'scored' ? evaluation.channel : undefined;
}
