import type { RunConfig } from '../domain/config.ts';
import type { Base, Event } from '../domain/event.ts';
import type { Ledger } from '../domain/ledger.ts';
import { ledgerOf, memoryJournal } from '../journal/journal.ts';
import type { Repository } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { runFolder } from './place.ts';
import { secretsOf } from './secrets.ts';

/** What is spent before a run is opened. */
export interface Rehearsal {
  /** Keeps the run's budget; recordings lie in the run's folder. */
  readonly ledger: Ledger;
  /** Its calls so far, for the run's own journal. */
  calls(): readonly Event[];
}

/** More than anybody is asked of the seed. */
const MOST = 10_000;

export function rehearse(
  { place, state }: Repository,
  run: string,
  config: RunConfig,
  base: Base,
  { tell }: Pick<Context, 'tell'>,
): Rehearsal {
  const journal = memoryJournal(run, Date.now);
  journal.append(() => [{ type: 'opened', config, base }]);
  const secrets = secretsOf(place.root, config);
  const ledger = ledgerOf(journal, { folder: runFolder(state.dir, run), secrets });
  return {
    ledger: { ...ledger, outage: tell },
    calls: () =>
      journal
        .read(0, MOST)
        .map(({ event }) => event)
        .filter(({ type }) => type === 'calling' || type === 'called'),
  };
}
