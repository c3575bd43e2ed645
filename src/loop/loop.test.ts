import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { dying } from '../../test/fake/dying.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import { ranked } from '../archive/archive.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import type { Strategy } from '../domain/strategy.ts';
import { memoryJournal } from '../journal/journal.ts';
import { generations, structural } from '../strategy/strategy.ts';
import { MachineFailure } from './loop.ts';

const SEED = [1, 2.5, 40];
const score = (numbers: readonly number[]) => -numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0);
const sometimesInvalid = (numbers: readonly number[]) => ((numbers[0] ?? 0) > 1.2 ? undefined : score(numbers));

function fresh(adjustable = {}, fixed = {}): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf(fixed, { generations: 4, ...adjustable }), SEED, score(SEED));
  return journal;
}

describe('the loop', () => {
  it('breeds generation by generation and ends by its rule', async () => {
    const journal = fresh();
    const halt = await driveFake(journal, fakeLanes({ seed: SEED, score }));
    expect(halt.kind).toBe('finished');
    const view = journal.view();
    expect(view.run()?.end?.kind).toBe('finished');
    expect(view.counts().open).toBe(0);
    expect(view.entries(1)).toHaveLength(4);
    expect(view.entries(2)).toHaveLength(2);
    expect(view.homeSize('population')).toBe(2);
    expect(view.best()?.evaluation).toMatchObject({ outcome: 'scored' });
    expect(score(SEED)).toBeLessThan(view.history(10).at(-1)?.best ?? Number.NEGATIVE_INFINITY);
  });

  it('comes to the same whatever the width and the order in which lanes finish', async () => {
    const one = fresh();
    await driveFake(one, fakeLanes({ seed: SEED, score: sometimesInvalid }), { width: 1 });
    for (const width of [2, 4, 9]) {
      const other = fresh();
      const pause = async (what: string) => {
        for (let turn = (what.length * 7) % 5; turn > 0; turn--) await Promise.resolve();
      };
      await driveFake(other, fakeLanes({ seed: SEED, score: sometimesInvalid, pause }), { width });
      expect(outcomeOf(other.view())).toEqual(outcomeOf(one.view()));
    }
  });

  it('comes to the same when killed before or after any append and driven on', async () => {
    const whole = fresh();
    const counted = dying(whole, Number.POSITIVE_INFINITY, 'before');
    await driveFake(counted, fakeLanes({ seed: SEED, score: sometimesInvalid }), { width: 2 });
    expect(counted.appends()).toBeGreaterThan(30);
    for (let at = 1; at <= counted.appends(); at++) {
      for (const moment of ['before', 'after'] as const) {
        const journal = fresh();
        const killed = dying(journal, at, moment);
        await expect(
          driveFake(killed, fakeLanes({ seed: SEED, score: sometimesInvalid }), { width: 2 }),
        ).rejects.toThrow('killed');
        await driveFake(journal, fakeLanes({ seed: SEED, score: sometimesInvalid }), { width: 2 });
        expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
      }
    }
  });

  it('pauses at a checkpoint, and goes on when it is answered', async () => {
    const journal = fresh();
    const lanes = fakeLanes({ seed: SEED, score });
    const halt = await driveFake(journal, lanes, { yes: false });
    expect(halt).toMatchObject({ kind: 'paused', question: { key: 'gen1' } });
    expect(await driveFake(journal, lanes, { yes: false })).toMatchObject({
      kind: 'paused',
      question: { key: 'gen1' },
    });
    expect(types(journal).filter((type) => type === 'asked')).toHaveLength(2);
    journal.append(() => [{ type: 'answered', key: 'gen1', answer: { option: 'continue' } }]);
    expect(await driveFake(journal, lanes, { yes: false })).toMatchObject({
      kind: 'paused',
      question: { key: 'gen2' },
    });
    journal.append(() => [{ type: 'answered', key: 'gen2', answer: { option: 'stop' } }]);
    expect(await driveFake(journal, lanes, { yes: false })).toMatchObject({ kind: 'finished' });
    expect(journal.view().run()?.end).toMatchObject({ kind: 'finished', cause: 'request' });
  });

  it('never starts more than the budget allows', async () => {
    for (const evaluations of [1, 3, 4, 5, 7]) {
      const journal = fresh({ budget: { evaluations }, generations: 20, stale: 20 });
      const lanes = fakeLanes({ seed: SEED, score });
      await driveFake(journal, lanes, { width: 4 });
      expect(lanes.evaluated).toHaveLength(evaluations);
      expect(journal.view().run()?.end).toMatchObject({ cause: 'evaluations' });
    }
  });

  it('tries a failing machine again and charges nobody', async () => {
    const journal = fresh();
    await driveFake(journal, fakeLanes({ seed: SEED, score, brokenFirst: 2 }));
    const whole = fresh();
    await driveFake(whole, fakeLanes({ seed: SEED, score }));
    expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
    expect(types(journal).filter((type) => type === 'infra').length).toBeGreaterThan(0);
  });

  it('stops with a reason when the machine keeps failing, and can be continued', async () => {
    const journal = fresh();
    await expect(driveFake(journal, fakeLanes({ seed: SEED, score, brokenFirst: 99 }), { width: 2 })).rejects.toThrow(
      MachineFailure,
    );
    expect(journal.view().run()?.end).toMatchObject({ kind: 'stopped', cause: 'broken' });
    expect(journal.view().counts().broken).toBeGreaterThan(0);
    expect(journal.view().counts().charged).toBe(0);
    await driveFake(journal, fakeLanes({ seed: SEED, score }), { width: 2 });
    expect(journal.view().run()?.end?.kind).toBe('finished');
    expect(journal.view().counts().broken).toBe(0);
  });

  it('ends when asked to, with its work in flight ended too', async () => {
    const journal = fresh();
    let working = 0;
    const pause = async (what: string) => {
      if (what !== 'evaluate gen2-1') return;
      working++;
      journal.append(() => [{ type: 'stop-requested', reason: 'enough' }]);
    };
    const halt = await driveFake(journal, fakeLanes({ seed: SEED, score, pause }), { width: 2 });
    expect(halt).toEqual({ kind: 'stopped', reason: 'enough' });
    expect(working).toBe(1);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'stopped', cause: 'request' });
  });

  it('starts nothing after its minutes are over, and says so', async () => {
    const journal = fresh({ budget: { minutes: 1 }, generations: 20, stale: 20 });
    let time = 0;
    const pause = async (what: string) => {
      if (what === 'evaluate gen1-2') time = 61_000;
    };
    const lanes = fakeLanes({ seed: SEED, score, pause });
    await driveFake(journal, lanes, { now: () => time });
    expect(lanes.evaluated).toEqual(['gen1-1', 'gen1-2']);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'finished', cause: 'minutes' });
    expect(journal.view().counts()).toMatchObject({ open: 0, charged: 2, failed: 2 });
  });

  it('carries out a request to stop that came before it took over', async () => {
    const journal = fresh();
    journal.append(() => [{ type: 'stop-requested', reason: 'enough' }]);
    const lanes = fakeLanes({ seed: SEED, score });
    expect(await driveFake(journal, lanes)).toEqual({ kind: 'stopped', reason: 'enough' });
    expect(lanes.evaluated).toEqual([]);
    expect(await driveFake(journal, lanes)).toMatchObject({ kind: 'finished' });
  });

  it('draws again what chance has drawn before, the same at any width', async () => {
    const outcomes = await Promise.all(
      [1, 3].map(async (width) => {
        const journal = memoryJournal('r1', () => 0);
        open(journal, configOf({}, { k: 4, generations: 6, stale: 6, operator: 'syntax' }), [0], 0);
        const lanes = fakeLanes({ seed: [0], score: ([a = 0]) => a });
        // Chance has but twelve programs to give, and gives the same ones first.
        const few: Lanes = {
          ...lanes,
          async apply({ proposal, attempt }) {
            const commit = String(1 + ((proposal.ord * 3 + attempt) % 12));
            return { kind: 'changed', commit, tree: commit, summary: '', refused: [], drawn: true };
          },
        };
        const strategy = generations({
          run: configOf({}, { k: 4, generations: 6, stale: 6 }),
          variation: structural(),
        });
        await driveFake(journal, few, { width, strategy });
        return { outcome: outcomeOf(journal.view()), counts: journal.view().counts() };
      }),
    );
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.counts.charged).toBe(12);
  });

  it('ends when nothing is left that could be varied', async () => {
    const journal = fresh();
    const variation = { questions: () => [], begin: () => ({ draw: () => undefined, memos: () => [] }) };
    const strategy = generations({ run: configOf({}, { generations: 4 }), variation });
    const halt = await driveFake(journal, fakeLanes({ seed: SEED, score }), { strategy });
    expect(halt).toEqual({ kind: 'finished', reason: 'there is nothing left that could be varied' });
  });

  it('never lets twins live together', async () => {
    const journal = memoryJournal('r1', () => 0);
    open(journal, configOf({}, { k: 6, generations: 12, stale: 12 }), [2], 2);
    await driveFake(journal, fakeLanes({ seed: [2], score: ([a = 0]) => a % 5 }));
    const living = journal
      .view()
      .top('population', 9)
      .map(({ candidate }) => candidate?.tree);
    expect(new Set(living).size).toBe(living.length);
    for (let batch = 1; batch <= 12; batch++) {
      const trees = journal
        .view()
        .entries(batch)
        .map(({ candidate }) => candidate?.tree);
      expect(new Set(trees).size).toBe(trees.length);
    }
  });

  it('answers questions while its lanes are full', async () => {
    const journal = fresh();
    const asked: string[] = [];
    const lanes = fakeLanes({ seed: SEED, score, pause: async (what) => void asked.push(what) });
    await driveFake(journal, lanes, { strategy: arrival({ ask: 'literals/later' }), width: 1 });
    expect(asked.indexOf('answer literals/later')).toBeLessThan(asked.indexOf('evaluate n2'));
  });

  it('places on arrival where there is no barrier, dropped ones too, killed or not', async () => {
    const whole = fresh();
    const lanes = () => fakeLanes({ seed: SEED, score: sometimesInvalid });
    const counted = dying(whole, Number.POSITIVE_INFINITY, 'before');
    await driveFake(counted, lanes(), { strategy: arrival() });
    expect(whole.view().counts()).toMatchObject({ proposed: 5, unchanged: 2, open: 0 });
    for (let at = 1; at <= counted.appends(); at++) {
      const journal = fresh();
      await expect(driveFake(dying(journal, at, 'after'), lanes(), { strategy: arrival() })).rejects.toThrow('killed');
      await driveFake(journal, lanes(), { strategy: arrival() });
      expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
    }
  });

  it('rejects with the reason when aborted, and leaves the run as it was', async () => {
    const journal = fresh();
    const controller = new AbortController();
    const pause = async (what: string) => {
      if (what === 'evaluate gen1-2') controller.abort(new Error('interrupted'));
    };
    const driven = driveFake(journal, fakeLanes({ seed: SEED, score, pause }), { width: 2, signal: controller.signal });
    await expect(driven).rejects.toThrow('interrupted');
    expect(journal.view().run()?.end).toBeUndefined();
  });

  it('measures the winner and the seed side by side once before it ends', async () => {
    const journal = fresh();
    await driveFake(journal, fakeLanes({ seed: SEED, score }));
    const best = journal.view().best()?.proposal.id ?? '';
    expect(journal.view().answer(`final/${best}`)).toMatchObject({ samples: [[score(SEED)], [expect.any(Number)]] });
  });
});

const types = (journal: Journal): Event['type'][] => journal.read(0, 10_000).map(({ event }) => event.type);

/** A plain strategy without a barrier: five steps from the seed, the first and third of which change nothing. */
function arrival(options: { ask?: string } = {}): Strategy {
  return {
    places: 'arrival',
    archive: ranked({ capacity: 2, home: 'population', direction: 'max' }),
    tooLate: () => undefined,
    ask(view, slots) {
      const made = view.counts().proposed;
      const { ask } = options;
      if (made > 0 && ask !== undefined && view.answer(ask) === undefined) {
        return { kind: 'gather', questions: [{ key: ask, of: 'literals', candidate: 'gen0-seed' }] };
      }
      if (made === 5)
        return view.counts().open > 0 ? { kind: 'wait' } : { kind: 'finish', cause: 'generations', reason: 'done' };
      if (slots === 0) return { kind: 'wait' };
      const literals = made === 2 ? SEED : SEED.map((value) => value + made / 4);
      const brief = { objective: '', boundaries: [], pointers: [] };
      const place = { batch: made + 1, ord: 1, home: 'population', operator: 'mutate' as const, by: 'tune' };
      return {
        kind: 'propose',
        proposals: [
          {
            id: `n${made + 1}`,
            ...place,
            parents: ['gen0-seed'],
            inspirations: [],
            brief,
            edit: { of: 'gen0-seed', literals },
          },
        ],
      };
    },
  };
}

describe('the same syntax', () => {
  /** Every second candidate has the same form. */
  const formed = (lanes: Lanes): Lanes => ({
    ...lanes,
    async apply(job, signal) {
      const applied = await lanes.apply(job, signal);
      return applied.kind === 'changed' ? { ...applied, form: job.proposal.ord % 2 === 0 ? 'even' : 'odd' } : applied;
    },
  });
  const twins = (journal: Journal) =>
    [1, 2, 3, 4].flatMap((batch) => journal.view().entries(batch)).filter(({ sameAs }) => sameAs !== undefined);

  it('is measured again, unless the run skips it', async () => {
    const measured = fresh();
    await driveFake(measured, formed(fakeLanes({ seed: SEED, score })));
    for (const { candidate, sameAs } of twins(measured))
      expect(measured.view().entry(sameAs ?? '')?.candidate?.tree).toBe(candidate?.tree);
    const skipping = fresh({}, { dedupe: 'syntax' });
    const lanes = fakeLanes({ seed: SEED, score });
    await driveFake(skipping, formed(lanes));
    const treeOf = (id = '') => skipping.view().entry(id)?.candidate?.tree;
    const found = twins(skipping).filter(({ candidate, sameAs }) => treeOf(sameAs) !== candidate?.tree);
    expect(found.length).toBeGreaterThan(0);
    for (const { proposal, candidate, evaluation, placement, sameAs } of found) {
      const first = skipping.view().entry(sameAs ?? '');
      expect(first?.candidate?.form).toBe(candidate?.form);
      expect(evaluation).toEqual(first?.evaluation);
      expect(placement?.kind).toBe('refused');
      expect(lanes.evaluated).not.toContain(proposal.id);
    }
  });

  it('is told to whoever works on it next', async () => {
    const journal = fresh();
    const told: (string | undefined)[] = [];
    const lanes = formed(fakeLanes({ seed: SEED, score }));
    await driveFake(journal, {
      ...lanes,
      apply(job, signal) {
        for (const { id, sameSyntax } of job.dossier.parents) {
          const form = journal.view().entry(id)?.candidate?.form;
          const first = form === undefined ? undefined : journal.view().sameForm(form)?.proposal.id;
          expect(sameSyntax).toBe(first === id ? undefined : first);
          told.push(sameSyntax);
        }
        return lanes.apply(job, signal);
      },
    });
    expect(told.some((one) => one !== undefined)).toBe(true);
  });
});
