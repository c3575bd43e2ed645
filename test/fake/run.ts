import { type RunConfig, seedId } from '../../src/domain/config.ts';
import type { Event } from '../../src/domain/event.ts';
import type { Journal } from '../../src/domain/journal.ts';
import type { Lanes } from '../../src/domain/lane.ts';
import type { View } from '../../src/domain/view.ts';
import { type Driving, drive, type Halt } from '../../src/loop/loop.ts';
import { homeOfSeed, placementOfSeed, search, tuning } from '../../src/strategy/strategy.ts';

/** Opens a run of fake lanes in a journal. */
export function open(journal: Journal, config: RunConfig, seed: readonly number[], score: number): void {
  const commit = seed.join(' ');
  const SEED = seedId(config.identity.strategy);
  const home = homeOfSeed(config.identity.strategy);
  const brief = { objective: '', boundaries: [], pointers: [] };
  const events: readonly Event[] = [
    { type: 'opened', config, base: { commit, tree: commit } },
    {
      type: 'proposed',
      proposal: {
        id: SEED,
        batch: 0,
        ord: 0,
        home,
        operator: 'seed',
        by: 'user',
        parents: [SEED],
        inspirations: [],
        brief,
      },
    },
    { type: 'applied', candidate: { id: SEED, proposal: SEED, parents: [], commit, tree: commit, summary: '' } },
    {
      type: 'evaluated',
      candidate: SEED,
      evaluation: {
        outcome: 'scored',
        epoch: 0,
        samples: [score],
        comparisons: [],
        metrics: {},
        channel: 'number',
        stages: [],
      },
    },
    { type: 'placed', proposal: SEED, placement: placementOfSeed(config) },
  ];
  journal.append(() => events);
}

/** Drives a run of fake lanes to its next question or end. */
export function driveFake(
  journal: Journal,
  lanes: Lanes,
  options: Partial<Pick<Driving, 'width' | 'slots' | 'backOffMs' | 'now' | 'strategy'>> & {
    yes?: boolean;
    signal?: AbortSignal;
  } = {},
): Promise<Halt> {
  const config = journal.view().run()?.config;
  if (config === undefined) throw new Error('open the run first');
  const strategy = options.strategy ?? search(config, tuning());
  return drive(
    {
      journal,
      strategy,
      lanes,
      width: options.width ?? 1,
      slots: options.slots ?? 1,
      decide: () => (options.yes === false ? undefined : 'continue'),
      now: options.now ?? (() => 0),
      backOffMs: options.backOffMs ?? [0, 0],
      lookEveryMs: 5,
    },
    options.signal ?? new AbortController().signal,
  );
}

/** Everything that a run has come to, whatever the order in which it got there. */
export function outcomeOf(view: View): unknown {
  const run = view.run();
  const batches = Array.from({ length: (run?.batch ?? 0) + 1 }, (_, batch) => view.entries(batch));
  const entries = batches.flat().map(({ proposal, candidate, evaluation, dropped, sameAs, placement, alive }) => {
    return { proposal, candidate, evaluation, dropped, sameAs, placement, alive };
  });
  return { entries, counts: view.counts(), best: view.best()?.proposal.id, history: view.history(100), end: run?.end };
}
