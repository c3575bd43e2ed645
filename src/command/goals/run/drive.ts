import type { Journal } from '../../../domain/journal.ts';
import type { RunFacts } from '../../../domain/view.ts';
import { ledgerOf, type Store } from '../../../journal/journal.ts';
import { drive, MachineFailure } from '../../../loop/loop.ts';
import { watch } from '../../../observer/observer.ts';
import type { Repository } from '../../../workspace/workspace.ts';
import { observersOf, retryPlan } from '../../continue.ts';
import type { Context } from '../../contract.ts';
import { runFolder } from '../../place.ts';
import { secretsOf } from '../../secrets.ts';
import { narrate } from '../../watch/narrate.ts';
import { openCycles } from './site.ts';

export interface Session {
  readonly repository: Repository;
  readonly store: Store;
  readonly run: string;
}

/**
 * Drives cycles to their end, telling what happens. `interrupted`: whoever called has ended it; the same command goes on.
 * Contract: the caller holds the run's lease.
 */
export async function driveCycles(session: Session, context: Context): Promise<'interrupted' | undefined> {
  const journal = session.store.journal(session.run);
  try {
    await driven(session, journal, context);
    return undefined;
  } catch (error) {
    if (context.signal.aborted) return 'interrupted';
    // The journal has its reason.
    if (error instanceof MachineFailure && factsIn(journal).end !== undefined) return undefined;
    throw error;
  }
}

async function driven(session: Session, journal: Journal, context: Context): Promise<void> {
  const { repository } = session;
  const { config, base } = factsIn(journal);
  const engine = await context.engine();
  const folder = runFolder(repository.state.dir, journal.run);
  const ledger = ledgerOf(journal, { folder, secrets: secretsOf(repository.place.root, config) });
  await using site = await openCycles(session, config, base, engine, ledger);
  const watching = watch(journal, observersOf(repository, journal, config, context), context.tell);
  const story = narrate(journal, context);
  const { parallel: width, parallelBench: slots } = config.adjustable;
  const driving = {
    journal,
    strategy: engine.strategy(config),
    lanes: site.lanes,
    width,
    slots,
    decide: () => undefined,
    now: Date.now,
    ...retryPlan(),
  };
  await drive(driving, context.signal).finally(async () => {
    await watching.end();
    story.end();
  });
}

export function factsIn(journal: Journal): RunFacts {
  const run = journal.view().run();
  if (run === undefined) throw new Error(`run ${journal.run} is not open`);
  return run;
}
