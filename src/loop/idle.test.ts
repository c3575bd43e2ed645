import { describe, expect, it } from 'vitest';
import { authorLanes, BY_AGENT, searchByAgent } from '../../test/fake/authors.ts';
import { configOf } from '../../test/fake/config.ts';
import { dying } from '../../test/fake/dying.ts';
import type { FakeOptions } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { Adjustable } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import { memoryJournal } from '../journal/journal.ts';

const SEED = [1, 2.5, 40];
const score = (numbers: readonly number[]) => -numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0);
const sometimesInvalid = (numbers: readonly number[]) => ((numbers[0] ?? 0) > 4 ? undefined : score(numbers));

function fresh(adjustable: Partial<Adjustable> = {}): Journal {
  const journal = memoryJournal('r1', () => 0);
  const settings = { ...BY_AGENT, parallel: 3, idle: 0.5, budget: { evaluations: 16 } };
  open(journal, configOf({}, { ...settings, ...adjustable }, 'patient'), SEED, score(SEED));
  return journal;
}

/** Authors that take so many turns of the event loop, and benchmarks that take so many. */
function lanesOf({ think = 12, measure = 1, ...options }: Partial<FakeOptions> & { think?: number; measure?: number }) {
  const [started, ended]: [string[], string[]] = [[], []];
  const fake = authorLanes({
    seed: SEED,
    score: sometimesInvalid,
    think: (id, signal) => turns(think + (Number(id.slice(1)) % 3), signal),
    ...options,
  });
  const lanes: Lanes = {
    ...fake,
    async evaluate(job, signal) {
      started.push(job.candidate.id);
      try {
        await turns(measure, signal);
        return await fake.evaluate(job, signal);
      } catch (error) {
        ended.push(job.candidate.id);
        throw error;
      }
    },
  };
  return { lanes, started, ended, evaluated: fake.evaluated };
}

async function turns(count: number, signal: AbortSignal): Promise<void> {
  for (let left = count; left > 0; left--) {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}

const drive = (journal: Journal, lanes: Lanes, width = 3, slots = 1) => {
  const config = journal.view().run()?.config;
  if (config === undefined) throw new Error('open the run first');
  return driveFake(journal, lanes, { strategy: searchByAgent(config), width, slots });
};

const eventsOf = (journal: Journal): readonly Event[] => journal.read(0, 10_000).map(({ event }) => event);
const idleIn = (journal: Journal): readonly string[] =>
  eventsOf(journal).flatMap((event) =>
    event.type === 'proposed' && event.proposal.arm === 'idle' ? [event.proposal.id] : [],
  );

const isMeasured = (evaluation: Evaluation | undefined): boolean =>
  evaluation !== undefined && evaluation.outcome !== 'broken';

/** Whatever happened: each proposal has one place, and the counts are those of the events. */
function sound(journal: Journal, budget: number): void {
  const events = eventsOf(journal);
  const proposed = events.flatMap((event) => (event.type === 'proposed' ? [event.proposal.id] : []));
  const placed = events.flatMap((event) => (event.type === 'placed' ? [event.proposal] : []));
  expect([...placed].sort()).toEqual([...proposed].sort());
  const counts = journal.view().counts();
  const measured = journal
    .view()
    .placed(1000)
    .filter(
      ({ proposal, evaluation, sameAs }) => proposal.id !== 'seed' && isMeasured(evaluation) && sameAs === undefined,
    );
  expect(counts).toMatchObject({ open: 0, idleOpen: 0, charged: measured.length, proposed: proposed.length - 1 });
  expect(counts.idle).toBe(measured.filter(({ proposal }) => proposal.arm === 'idle').length);
  expect(counts.idleProposed).toBe(idleIn(journal).length);
  expect(counts.charged).toBeLessThanOrEqual(budget);
  for (const { proposal, dropped } of measured)
    expect(dropped, `${proposal.id} was measured for nothing`).toBeUndefined();
  const best = journal.view().best();
  if (best?.proposal.id !== 'seed' && best?.evaluation?.outcome === 'scored')
    expect(best.evaluation.samples.length, 'the best is confirmed').toBeGreaterThan(1);
}

describe('idle slots', () => {
  it('are filled by free operators while agents think, up to their share', async () => {
    const journal = fresh();
    expect(await drive(journal, lanesOf({}).lanes)).toMatchObject({ kind: 'finished' });
    sound(journal, 16);
    const { charged, idle } = journal.view().counts();
    expect(charged).toBe(16);
    expect(idle).toBeGreaterThan(3);
    expect(idle).toBeLessThanOrEqual(charged / 2);
  });

  it('stay empty where the user says so, with one lane, and with an author that needs no model', async () => {
    for (const settings of [{ idle: 0 }, { parallel: 1 }, { operator: 'tune' as const }]) {
      const journal = fresh(settings);
      await drive(journal, lanesOf({}).lanes, journal.view().run()?.config.adjustable.parallel);
      expect(idleIn(journal)).toEqual([]);
    }
  });

  it('are given back at once to whoever else wants to measure', async () => {
    const journal = fresh();
    const { lanes, started, ended, evaluated } = lanesOf({ measure: 30 });
    let measuring = 0;
    const watched: Lanes = {
      ...lanes,
      async evaluate(job, signal) {
        const isIdle = idleIn(journal).includes(job.candidate.id);
        // Nobody's idle work goes on beside an author's.
        if (isIdle) expect(measuring).toBe(0);
        measuring += isIdle ? 0 : 1;
        try {
          return await lanes.evaluate(job, signal);
        } finally {
          measuring -= isIdle ? 0 : 1;
        }
      },
    };
    await drive(journal, watched);
    sound(journal, 16);
    const idle = idleIn(journal);
    expect(ended.length).toBeGreaterThan(0);
    for (const id of ended) expect(idle).toContain(id);
    // None was measured twice to its end.
    expect(new Set(evaluated).size).toBe(evaluated.length);
    expect(started.length).toBe(evaluated.length + ended.length);
  });

  it('keep no run from its end', async () => {
    const journal = fresh({ budget: { evaluations: 9 }, idle: 0.9 });
    const { lanes } = lanesOf({});
    const endless: Lanes = {
      ...lanes,
      evaluate: (job, signal) =>
        idleIn(journal).includes(job.candidate.id)
          ? new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
            )
          : lanes.evaluate(job, signal),
    };
    expect(await drive(journal, endless)).toMatchObject({ kind: 'finished' });
    sound(journal, 9);
    expect(idleIn(journal).length).toBeGreaterThan(0);
    expect(journal.view().counts()).toMatchObject({ charged: 9, idle: 0, failed: 0 });
  });

  it('are not filled any more when the machine fails there, and the run goes on', async () => {
    const journal = fresh();
    const { lanes } = lanesOf({});
    const failing: Lanes = {
      ...lanes,
      evaluate: async (job, signal) =>
        idleIn(journal).includes(job.candidate.id)
          ? { outcome: 'broken', reason: 'no space left', stages: [] }
          : lanes.evaluate(job, signal),
    };
    expect(await drive(journal, failing)).toMatchObject({ kind: 'finished' });
    sound(journal, 16);
    expect(idleIn(journal)).toHaveLength(1);
    expect(journal.view().counts()).toMatchObject({ charged: 16, idle: 0, broken: 0 });
  });

  it('put their candidates through the same challenges', async () => {
    const noise = (id: string, nth: number) => 1 + ((id.length * 7 + nth * 13) % 5) / 1000;
    const journal = fresh();
    await drive(journal, lanesOf({ noise, measure: 3 }).lanes, 3, 2);
    sound(journal, 16);
    expect(journal.view().run()?.noisy).toBe(true);
    const compared = eventsOf(journal).flatMap((event) => (event.type === 'compared' ? [event.candidate] : []));
    expect(idleIn(journal).some((id) => compared.includes(id))).toBe(true);
  });

  it.each([6, 9, 12])('keep what was measured there until it is confirmed, of %i evaluations', async (most) => {
    const journal = fresh({ idle: 0.8, budget: { evaluations: most } });
    const { lanes } = lanesOf({ think: 6 });
    const slow: Lanes = {
      ...lanes,
      async answer(job, signal) {
        if (job.question.key.startsWith('again/')) await turns(40, signal);
        return lanes.answer(job, signal);
      },
    };
    await drive(journal, slow);
    sound(journal, most);
    expect(journal.view().counts().charged).toBe(most);
  });

  it.each([
    [1, 1],
    [3, 1],
    [3, 2],
  ])('are sound when the driver is killed at any append, %i lanes and %i slots', async (width, slots) => {
    const settings = { parallel: width, parallelBench: slots, idle: 0.6, budget: { evaluations: 12 } };
    const counted = dying(fresh(settings), Number.POSITIVE_INFINITY, 'before');
    await drive(counted, lanesOf({ think: width > 1 ? 10 : 1 }).lanes, width, slots);
    expect(counted.appends()).toBeGreaterThan(20);
    if (width > 1) expect(idleIn(counted).length).toBeGreaterThan(1);
    for (let at = 1; at <= counted.appends(); at++) {
      for (const moment of ['before', 'after'] as const) {
        const journal = fresh(settings);
        const killed = drive(dying(journal, at, moment), lanesOf({ think: width > 1 ? 10 : 1 }).lanes, width, slots);
        // Who is first may differ by a turn, and then there are fewer appends.
        await killed.catch((error) => expect(String(error)).toContain('killed'));
        if (journal.view().run()?.end === undefined) await drive(journal, lanesOf({ think: 1 }).lanes, width, slots);
        sound(journal, 12);
        expect(journal.view().counts().charged).toBe(12);
      }
    }
  });
});
