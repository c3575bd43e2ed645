import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configOf } from '../../../test/fake/config.ts';
import { fakeLanes } from '../../../test/fake/lanes.ts';
import { driveFake, open } from '../../../test/fake/run.ts';
import type { Adjustable } from '../../domain/config.ts';
import type { Event, Recorded } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Call } from '../../domain/ledger.ts';
import { rng } from '../../domain/rng.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { generations, tuning } from '../../strategy/strategy.ts';
import type { Difference } from './conductor.ts';
import { rehearse } from './rehearse.ts';
import { Tape } from './tape.ts';

const SEED = [1, 2.5, 40];
const cost = (numbers: readonly number[]) =>
  1 + numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0) / 500;
const SOMETIMES = (numbers: readonly number[]) => ((numbers[0] ?? 0) > 1.4 ? undefined : cost(numbers));

interface Recording {
  readonly seed: number;
  readonly width: number;
  readonly noisy: boolean;
  readonly heldOut: boolean;
  readonly brokenFirst: number;
  readonly backOffs: number;
  /** Drivers die at these appends, counted by each of them. */
  readonly kills: readonly number[];
  readonly stopAt: number;
  /** At this append of a driver the user directs; then authors are asked, and read it. */
  readonly directAt: number;
  readonly minutes: number;
  readonly yes: boolean;
}

const recordings = fc.record<Recording>({
  seed: fc.nat(1000),
  width: fc.integer({ min: 1, max: 5 }),
  noisy: fc.boolean(),
  heldOut: fc.boolean(),
  brokenFirst: fc.constantFrom(0, 0, 1, 2),
  backOffs: fc.constantFrom(1, 2, 3),
  kills: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  stopAt: fc.constantFrom(0, 0, 25, 50),
  directAt: fc.constantFrom(0, 4, 11, 23),
  minutes: fc.constantFrom(0, 0, 0.002, 0.004),
  yes: fc.boolean(),
});

/** A run of fake lanes that finish in an order of their own, with drivers that die and people who interfere. */
async function record(settings: Recording): Promise<readonly Recorded[]> {
  const { seed, width, noisy, heldOut, brokenFirst, minutes } = settings;
  let clock = 0;
  const now = () => ++clock;
  const journal = memoryJournal('r1', now);
  const adjustable: Partial<Adjustable> = {
    generations: 3,
    parallel: width,
    budget: minutes === 0 ? {} : { minutes },
  };
  const holdout = heldOut ? { holdout: { command: 'held', inputs: [] } } : {};
  open(journal, configOf({ direction: 'min', seed, ...holdout }, adjustable), SEED, cost(SEED));
  if (heldOut) journal.append(() => [{ type: 'held-out', candidate: 'gen0-seed', samples: [cost(SEED)] }]);
  const dice = rng(seed, 'order');
  const lanes = fakeLanes({
    seed: SEED,
    score: SOMETIMES,
    heldOut: cost,
    brokenFirst,
    ...(noisy ? { noise: (id, nth) => Math.exp(0.05 * rng(nth, id).normal()) } : {}),
    pause: async (what) => {
      const id = /^apply (.*)/.exec(what)?.[1];
      if (id !== undefined && settings.directAt > 0) journal.append(() => [{ type: 'called', call: called(id) }]);
      for (let turn = dice.int(12); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
    },
  });
  const backOffMs = Array.from({ length: settings.backOffs }, () => 0);
  for (const kill of [...settings.kills, Number.POSITIVE_INFINITY]) {
    const dying = interrupted(journal, kill, settings);
    for (let halted = false; !halted; ) {
      const halt = await driveFake(dying, lanes, { width, now, backOffMs, yes: settings.yes }).catch(() => undefined);
      if (halt?.kind !== 'paused') break;
      const { config } = journal.view().run() ?? {};
      const { key } = halt.question;
      if (config === undefined) throw new Error('the run is not open');
      journal.append(() => [
        { type: 'configured', adjustable: { ...config.adjustable, k: key === 'gen1' ? 5 : 4 } },
        { type: 'answered', key, answer: { option: 'continue' } },
      ]);
      halted = kill < journal.read(0, 10_000).length;
    }
  }
  return journal.read(0, 10_000);
}

/** Throws at the n-th append and every one after it; asks to stop in the middle of another. */
function interrupted(journal: Journal, kill: number, { stopAt, directAt }: Recording): Journal {
  let appends = 0;
  return {
    ...journal,
    append(decide) {
      appends += 1;
      if (appends > kill) throw new Error('killed');
      const recorded = journal.append(decide);
      if (appends === stopAt) journal.append(() => [{ type: 'stop-requested', reason: 'enough' }]);
      if (appends === directAt)
        journal.append((view) => {
          const id = `d${view.directives(100).length + 1}`;
          return [{ type: 'directed', directive: id, text: 'look elsewhere' }];
        });
      return recorded;
    },
  };
}

const called = (id: string): Call => ({
  key: `${id}/author`,
  agent: 'a',
  role: 'author',
  outcome: 'answered',
  estimate: { tokens: 1 },
  ms: 1,
  record: `${id}.json`,
});

async function replayed(events: readonly Recorded[]): Promise<{ difference?: Difference; events: readonly Event[] }> {
  const tape = new Tape(events);
  const journal = memoryJournal('again', () => tape.now());
  const difference = await rehearse(
    tape,
    journal,
    {
      strategy: (run) => generations({ run, variation: tuning() }),
      making: async () => ({
        ...fakeLanes({ seed: SEED, score: () => undefined }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
    },
    new AbortController().signal,
  );
  return {
    ...(difference === undefined ? {} : { difference }),
    events: journal.read(0, 10_000).map(({ event }) => event),
  };
}

describe('a replay', () => {
  it('gives the same events in the same order, however the run went', { timeout: 60_000 }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(recordings, async (settings) => {
        const events = await record(settings);
        const again = await replayed(events);
        expect(again.difference).toBeUndefined();
        expect(again.events).toEqual(events.map(({ event }) => event));
        for (const { event } of events) seen.add(event.type);
      }),
      // Always the same ones, for chance may leave a kind of event out.
      { numRuns: 60, seed: 4 },
    );
    const wanted = ['sampled', 'compared', 'held-out', 'infra', 'stopped', 'finished', 'configured', 'acknowledged'];
    for (const type of wanted) expect(seen).toContain(type);
  });

  const plain = { seed: 7, width: 3, noisy: false, heldOut: false, brokenFirst: 0, backOffs: 1, kills: [] };
  const whole: Recording = { ...plain, stopAt: 0, directAt: 0, minutes: 0, yes: true };

  it('plays what came too late', async () => {
    // Each look at the clock takes a millisecond: the second proposal comes after six of them.
    const events = await record({ ...whole, width: 1, minutes: 0.0001 });
    expect(events.map(({ event }) => event.type)).toContain('dropped');
    expect((await replayed(events)).difference).toBeUndefined();
  });

  it.each<[string, (event: Event) => Event | undefined]>([
    [
      'another commit',
      (event) =>
        event.type === 'applied' && event.candidate.id === 'gen2-1'
          ? { ...event, candidate: { ...event.candidate, commit: 'other' } }
          : undefined,
    ],
    [
      'another placement',
      (event) =>
        event.type === 'placed' && event.proposal === 'gen1-2'
          ? { ...event, placement: { kind: 'refused', reason: 'outranked' } }
          : undefined,
    ],
    ['another reason to end', (event) => (event.type === 'finished' ? { ...event, reason: 'it was late' } : undefined)],
  ])('finds %s', async (_what, change) => {
    const events = await record(whole);
    const at = events.findIndex(({ event }) => change(event) !== undefined);
    const changed = events.map((one, index) =>
      index === at ? { ...one, event: change(one.event) ?? one.event } : one,
    );
    const { difference } = await replayed(changed);
    expect(difference?.recorded).toEqual(changed[at]);
    expect(difference?.replayed).toEqual([events[at]?.event]);
  });

  it('finds a score that leads elsewhere', async () => {
    const events = await record(whole);
    const worst = events.findLastIndex(({ event }) => event.type === 'evaluated' && event.candidate.startsWith('gen1'));
    const changed = events.map((one, index) => {
      const { event } = one;
      if (index !== worst || event.type !== 'evaluated' || event.evaluation.outcome === 'broken') return one;
      const scored = { outcome: 'scored', epoch: 0, samples: [1e-6], comparisons: [], metrics: {} } as const;
      return { ...one, event: { ...event, evaluation: { ...scored, channel: 'number', stages: [] } as const } };
    });
    const { difference } = await replayed(changed);
    expect(difference?.recorded.seq).toBeGreaterThan(events[worst]?.seq ?? Number.NaN);
  });
});
