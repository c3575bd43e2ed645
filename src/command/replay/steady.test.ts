import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authorLanes, BY_AGENT, searchByAgent } from '../../../test/fake/authors.ts';
import { configOf } from '../../../test/fake/config.ts';
import { driveFake, open } from '../../../test/fake/run.ts';
import type { Recorded } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Lanes } from '../../domain/lane.ts';
import { rng } from '../../domain/rng.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { rehearse } from './rehearse.ts';
import { Tape } from './tape.ts';

const SEED = [1, 2.5, 40];
const cost = (numbers: readonly number[]) =>
  1 + numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0) / 500;
const SOMETIMES = (numbers: readonly number[]) => ((numbers[0] ?? 0) > 3 ? undefined : cost(numbers));

interface Recording {
  readonly seed: number;
  readonly width: number;
  readonly slots: number;
  readonly idle: number;
  readonly noisy: boolean;
  readonly brokenFirst: number;
  readonly kills: readonly number[];
  readonly minutes: number;
  /** There are but a few programs, so that many are made twice. */
  readonly crowded: boolean;
}

const recordings = fc.record<Recording>({
  seed: fc.nat(1000),
  width: fc.integer({ min: 1, max: 4 }),
  slots: fc.integer({ min: 1, max: 2 }),
  idle: fc.constantFrom(0, 0.5, 0.8),
  noisy: fc.boolean(),
  brokenFirst: fc.constantFrom(0, 0, 1),
  kills: fc.array(fc.integer({ min: 5, max: 60 }), { maxLength: 2 }),
  minutes: fc.constantFrom(0, 0, 0.004),
  crowded: fc.boolean(),
});

type Making = Pick<Lanes, 'apply'>;

/** Lanes that come to one of a few programs only; of some that chance has drawn before, another is drawn. */
const crowding = <T extends Making>(lanes: T): T & Making => ({
  ...lanes,
  async apply(job, signal) {
    const applied = await lanes.apply(job, signal);
    if (applied.kind !== 'changed') return applied;
    const { batch, edit } = job.proposal;
    const first = edit?.literals[0] ?? 3 * batch + job.attempt;
    const tree = [Math.abs(Math.round(first)) % 7, ...SEED.slice(1)].join(' ');
    return { ...applied, commit: tree, tree, ...(batch % 2 === 0 && edit === undefined ? { drawn: true } : {}) };
  },
});

/** A steady search by slow authors whose lanes finish in an order of their own, with drivers that die. */
async function record({ seed, width, slots, ...settings }: Recording): Promise<readonly Recorded[]> {
  let clock = 0;
  const now = () => ++clock;
  const journal = memoryJournal('r1', now);
  const budget = { evaluations: 14, ...(settings.minutes === 0 ? {} : { minutes: settings.minutes }) };
  const adjustable = { ...BY_AGENT, parallel: width, parallelBench: slots, idle: settings.idle, budget };
  open(journal, configOf({ direction: 'min', seed }, adjustable, 'patient'), SEED, cost(SEED));
  const dice = rng(seed, 'order');
  const turns = async (most: number) => {
    for (let turn = dice.int(most); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
  };
  const slow = authorLanes({
    seed: SEED,
    score: SOMETIMES,
    brokenFirst: settings.brokenFirst,
    ...(settings.noisy ? { noise: (id: string, nth: number) => Math.exp(0.05 * rng(nth, id).normal()) } : {}),
    think: () => turns(30),
    pause: () => turns(8),
  });
  const lanes = settings.crowded ? crowding(slow) : slow;
  for (const kill of [...settings.kills, Number.POSITIVE_INFINITY]) {
    const config = journal.view().run()?.config;
    if (config === undefined) throw new Error('the run is not open');
    const options = { strategy: searchByAgent(config), width, slots, now, backOffMs: [0] };
    await driveFake(dying(journal, kill), lanes, options).catch(() => undefined);
  }
  return journal.read(0, 10_000);
}

function dying(journal: Journal, kill: number): Journal {
  let appends = 0;
  return {
    ...journal,
    append(decide) {
      appends += 1;
      if (appends > kill) throw new Error('killed');
      return journal.append(decide);
    },
  };
}

it('gives the same events of a steady search with idle work, in the order of arrival', {
  timeout: 60_000,
}, async () => {
  let idle = 0;
  let twins = 0;
  await fc.assert(
    fc.asyncProperty(recordings, async (settings) => {
      const events = await record(settings);
      idle += events.filter(({ event }) => event.type === 'proposed' && event.proposal.arm === 'idle').length;
      twins += events.filter(({ event }) => event.type === 'evaluated' && event.sameAs !== undefined).length;
      const tape = new Tape(events);
      const journal = memoryJournal('again', () => tape.now());
      const plain = authorLanes({ seed: SEED, score: () => undefined });
      const making = async () => ({
        ...(settings.crowded ? crowding(plain) : plain),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
      const cast = { strategy: searchByAgent, making };
      expect(await rehearse(tape, journal, cast, new AbortController().signal)).toBeUndefined();
      expect(journal.read(0, 10_000).map(({ event }) => event)).toEqual(events.map(({ event }) => event));
    }),
    { numRuns: 30, seed: 6 },
  );
  expect(idle).toBeGreaterThan(10);
  expect(twins).toBeGreaterThan(10);
});
