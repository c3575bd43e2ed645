import type { Journal } from '../../domain/journal.ts';
import { ledgerOf } from '../../journal/journal.ts';
import { lock } from '../../lib/lock.ts';
import { drive, type Experimental, type Halt } from '../../loop/loop.ts';
import { type Observer, watch } from '../../observer/observer.ts';
import { analyse } from '../analysing.ts';
import { observersOf, retryPlan } from '../continue.ts';
import type { Context } from '../contract.ts';
import { rootIn, writePatch, writer } from '../exp/evaluating.ts';
import { claimPath } from '../exp/folders.ts';
import type { Lab } from '../exp/lab.ts';
import { factsNow, type Workshop } from '../exp/site.ts';
import { runFolder } from '../place.ts';
import { secretsOf } from '../secrets.ts';
import { openSite } from '../site.ts';
import { narrate } from '../watch/narrate.ts';

/** Drives rounds to their end, telling what happens. Contract: the caller holds the run's lease. */
export async function driveRounds(lab: Lab, shop: Workshop, context: Context): Promise<Halt> {
  for (;;) {
    const halt = await onThisBase(lab, shop, context);
    if (halt !== 'rebased') return halt;
    context.tell('the harness was changed: going on with the new one');
  }
}

/** Until the end, or until somebody has changed what measures. */
async function onThisBase(lab: Lab, shop: Workshop, context: Context): Promise<Halt | 'rebased'> {
  const { journal } = lab;
  const { config, base } = factsNow(lab);
  const engine = await context.engine();
  const folder = runFolder(lab.stateDir, lab.run.id);
  const ledger = ledgerOf(journal, { folder, secrets: secretsOf(lab.root, config) });
  const site = await openSite(shop.repository, lab.run.id, config, rootIn(lab, base), engine, ledger);
  await using lanes = site.lanes;
  const strategy = engine.strategy(config);
  const { parallel: width, parallelBench: slots } = config.adjustable;
  const rebased = new AbortController();
  const signal = AbortSignal.any([context.signal, rebased.signal]);
  const observers = [
    ...observersOf(shop.repository, journal, config, context),
    baseWatch(journal, base.commit, rebased),
  ];
  const analysing = await analyse(shop.repository, journal, config, { engine, ledger, tell: context.tell });
  const watching = watch(journal, observers, context.tell);
  const story = narrate(journal, context);
  const ended = async () => {
    await Promise.all([watching.end(), analysing.end()]);
    story.end();
  };
  const times = { now: Date.now, ...retryPlan() };
  const experiments = experimental(lab, shop);
  const driving = { journal, strategy, lanes, width, slots, decide: () => undefined, ...times, experiments };
  try {
    return await drive(driving, signal).finally(ended);
  } catch (error) {
    if (rebased.signal.aborted && !context.signal.aborted) return 'rebased';
    throw error;
  }
}

/** Another base is another harness: what is measured from then on must be measured by it. */
function baseWatch(journal: Journal, commit: string, rebased: AbortController): Observer {
  return {
    look() {
      if (journal.view().run()?.base.commit !== commit) rebased.abort(new Error('the harness was changed'));
    },
  };
}

/** People may work on experiments of the same run meanwhile: each has a claim on what it works on. */
function experimental(lab: Lab, shop: Workshop): Experimental {
  return {
    write: writer(lab),
    begin: (id) => writePatch(lab, shop, id),
    async claim(id, signal) {
      const held = await lock(claimPath(lab.stateDir, lab.run.id, id), signal);
      return { release: () => held.release('remove') };
    },
  };
}
