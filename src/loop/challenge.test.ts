import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { type FakeOptions, fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { Fixed } from '../domain/config.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import { rng } from '../domain/rng.ts';
import { memoryJournal } from '../journal/journal.ts';

const SEED = [1, 2.5, 40];
/** Always positive; less is better, and every number counts. */
const cost = (numbers: readonly number[]) =>
  1 + numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0) / 500;
const same = () => 2;
const noise = (id: string, nth: number) => Math.exp(0.05 * gaussian(id, nth));

const gaussian = (id: string, nth: number): number => rng(nth, id).normal();

/** A run whose seed has been measured six times, each with its noise where there is any. */
function fresh(options: FakeOptions, fixed: Partial<Fixed> = {}, adjustable = {}): Journal {
  const journal = memoryJournal('r1', () => 0);
  const score = options.score(SEED) ?? 0;
  open(journal, configOf({ direction: 'min', ...fixed }, { generations: 4, ...adjustable }), SEED, score);
  if (options.noise !== undefined) {
    const samples = [1, 2, 3, 4, 5].map((nth) => score * noise('seed', nth));
    journal.append(() => [{ type: 'sampled', candidate: 'gen0-seed', samples }]);
  }
  return journal;
}

const eventsOf = <T extends Event['type']>(journal: Journal, type: T): readonly Extract<Event, { type: T }>[] =>
  journal.read(0, 10_000).flatMap(({ event }) => (is(event, type) ? [event] : []));

const is = <T extends Event['type']>(event: Event, type: T): event is Extract<Event, { type: T }> =>
  event.type === type;

/** Which candidate was best, in order. */
function bests(journal: Journal): readonly string[] {
  const copy = memoryJournal('r1', () => 0);
  const seen = ['gen0-seed'];
  for (const { event } of journal.read(0, 10_000)) {
    copy.append(() => [event]);
    const best = copy.view().best()?.proposal.id;
    if (best !== undefined && best !== seen.at(-1)) seen.push(best);
  }
  return seen;
}

describe('a would-be best', () => {
  it('is measured once more where scores stand still, and nobody else is', async () => {
    const options = { seed: SEED, score: cost };
    const journal = fresh(options);
    await driveFake(journal, fakeLanes(options));
    const [, ...best] = bests(journal);
    expect(best.length).toBeGreaterThan(1);
    expect(eventsOf(journal, 'sampled').map(({ candidate }) => candidate)).toEqual(best);
    expect(eventsOf(journal, 'compared')).toEqual([]);
    expect(journal.view().run()?.noisy).toBeUndefined();
  });

  it('is compared in turns with the best where they don’t', async () => {
    const options = { seed: SEED, score: cost, noise };
    const journal = fresh(options);
    await driveFake(journal, fakeLanes(options), { width: 2 });
    const order = bests(journal);
    expect(order.length).toBeGreaterThan(1);
    for (const [index, id] of order.slice(1).entries()) {
      const evaluation = journal.view().entry(id)?.evaluation;
      const comparisons = evaluation?.outcome === 'scored' ? evaluation.comparisons : [];
      expect(comparisons).toContainEqual(expect.objectContaining({ against: order[index], verdict: 'better' }));
    }
    expect(journal.view().counts().charged).toBe(journal.view().counts().candidates);
  });

  it('is not found among candidates that are all alike', async () => {
    let [wrong, allowed] = [0, 0];
    for (let nth = 0; nth < 30; nth++) {
      const options = { seed: SEED, score: same, noise: (id: string, run: number) => noise(`${nth} ${id}`, run) };
      const journal = fresh(options, {}, { generations: 15, stale: 15 });
      await driveFake(journal, fakeLanes(options), { width: 2 });
      expect(journal.view().counts().scored).toBeGreaterThan(30);
      const alphas = new Map<string, number>();
      for (const { candidate, against, alpha } of eventsOf(journal, 'compared')) alphas.set(candidate + against, alpha);
      for (const alpha of alphas.values()) allowed += alpha;
      wrong += bests(journal).length - 1;
    }
    // Less than one a run, and no more than was allowed but for chance.
    expect(allowed).toBeLessThan(30);
    expect(wrong).toBeLessThan(allowed + 2 * Math.sqrt(allowed));
  });

  it('is held to one rule from the first block of a comparison to the last', async () => {
    const options = { seed: SEED, score: same, noise };
    const journal = fresh(options, {}, { generations: 3 });
    await driveFake(journal, fakeLanes(options), { width: 2 });
    const rules = new Map<string, Set<string>>();
    const events = eventsOf(journal, 'compared');
    for (const { candidate, against, alpha, spread } of events)
      rules.set(candidate + against, (rules.get(candidate + against) ?? new Set()).add(`${alpha} ${spread}`));
    expect(rules.size).toBeLessThan(events.length);
    for (const [key, ones] of rules) expect(ones.size, key).toBe(1);
    expect(new Set([...rules.values()].map((ones) => [...ones][0])).size).toBeGreaterThan(1);
  });

  it('is found by halving: one comparison a generation, of the one that stayed ahead longest', async () => {
    const options = { seed: SEED, score: cost, noise };
    const journal = fresh(options, {}, { k: 12, generations: 3 });
    await driveFake(journal, fakeLanes(options), { width: 3 });
    const begun = new Map<number, Set<string>>();
    let batch = 0;
    for (const { event } of journal.read(0, 10_000)) {
      if (event.type === 'proposed') batch = event.proposal.batch;
      if (event.type === 'compared') begun.set(batch, (begun.get(batch) ?? new Set()).add(event.candidate));
    }
    expect(begun.size).toBeGreaterThan(1);
    for (const candidates of begun.values()) expect(candidates.size).toBe(1);
    const samples = (id: string) => {
      const evaluation = journal.view().entry(id)?.evaluation;
      return evaluation?.outcome === 'scored' ? evaluation.samples.length : 0;
    };
    const first = journal
      .view()
      .entries(1)
      .map(({ proposal }) => samples(proposal.id));
    expect(Math.min(...first)).toBe(1);
    expect(first.filter((count) => count > 1).length).toBeGreaterThan(1);
    const [chosen = ''] = begun.get(1) ?? [];
    expect(samples(chosen)).toBe(Math.max(...first));
  });

  it('may be one that has lived for a while', async () => {
    const options = { seed: SEED, score: same, noise };
    const journal = fresh(options, {}, { k: 6, generations: 20, stale: 20 });
    await driveFake(journal, fakeLanes(options));
    const placedAt = new Map<string, number>();
    const late = journal.read(0, 10_000).filter(({ seq, event }) => {
      if (event.type === 'placed') placedAt.set(event.proposal, seq);
      return event.type === 'compared' && placedAt.has(event.candidate);
    });
    expect(late.length).toBeGreaterThan(0);
  });

  it('ends the belief in a steady score when it scores something else', async () => {
    const options = {
      seed: SEED,
      score: cost,
      noise: (id: string, nth: number) => (id !== 'gen0-seed' && nth === 2 ? 1.5 : 1),
    };
    const journal = fresh({ seed: SEED, score: cost });
    await driveFake(journal, fakeLanes(options));
    expect(journal.view().run()?.noisy).toBe(true);
    expect(eventsOf(journal, 'compared').length).toBeGreaterThan(0);
  });

  it('is invalid when it fails the second time, and charged once', async () => {
    const seen = new Set<string>();
    const score = (numbers: readonly number[]) => {
      const first = !seen.has(String(numbers));
      seen.add(String(numbers));
      return first || cost(numbers) >= cost(SEED) || seen.size > 5 ? cost(numbers) : undefined;
    };
    const journal = fresh({ seed: SEED, score: cost });
    await driveFake(journal, fakeLanes({ seed: SEED, score }));
    const failed = journal
      .view()
      .ranking(100)
      .filter(({ evaluation }) => evaluation?.outcome === 'invalid');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.map(({ evaluation }) => evaluation).slice(0, 1)).toMatchObject([
      { reason: expect.stringContaining('measured again') },
    ]);
    expect(journal.view().counts()).toMatchObject({
      invalid: failed.length,
      charged: journal.view().counts().candidates,
    });
  });

  it('stays behind when the held-out score does not follow', async () => {
    const holdout = { command: 'node held.js', inputs: [] };
    const following = { seed: SEED, score: cost, heldOut: cost };
    const journal = fresh(following, { holdout });
    await driveFake(journal, fakeLanes(following));
    expect(bests(journal).length).toBeGreaterThan(1);
    expect(eventsOf(journal, 'held-out')[0]?.candidate).toBe('gen0-seed');

    const parting = { ...following, heldOut: same };
    const other = fresh(parting, { holdout });
    await driveFake(other, fakeLanes(parting));
    expect(eventsOf(other, 'held-out').length).toBeGreaterThan(1);
    expect(bests(other)).toEqual(['gen0-seed']);
  });

  it('is measured again from time to time once it is best', async () => {
    const options = { seed: SEED, score: same, noise };
    const journal = fresh(options, {}, { generations: 40, stale: 40 });
    // Nothing looks better than this.
    journal.append(() => [
      { type: 'sampled', candidate: 'gen0-seed', samples: Array.from({ length: 50 }, (_, nth) => 0.1 + nth / 1000) },
    ]);
    await driveFake(journal, fakeLanes(options));
    const again = eventsOf(journal, 'sampled').filter(({ samples }) => samples.length === 1);
    expect(again.length).toBeGreaterThan(1);
    expect(new Set(again.map(({ candidate }) => candidate))).toEqual(new Set(['gen0-seed']));
  });

  it('loses at most one step to a kill at any append', async () => {
    const options = { seed: SEED, score: cost, noise };
    const run = async (at: number) => {
      const journal = fresh(options, {}, { generations: 2 });
      let appends = 0;
      const dying: Journal = {
        ...journal,
        append: (decide) => {
          if (++appends === at) throw new Error('killed');
          return journal.append(decide);
        },
      };
      const killed = await driveFake(dying, fakeLanes(options)).then(
        () => false,
        () => true,
      );
      if (killed) await driveFake(journal, fakeLanes(options));
      return { journal, killed };
    };
    for (let at = 1; ; at++) {
      const { journal, killed } = await run(at);
      expect(journal.view().run()?.end?.kind).toBe('finished');
      expect(journal.view().unplaced()).toBeUndefined();
      for (const { pairs } of eventsOf(journal, 'compared')) expect(pairs).toHaveLength(2);
      if (!killed) break;
    }
  });
});
