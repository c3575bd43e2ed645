import { describe, expect, test } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes, numbersOf } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import type { Entry } from '../domain/view.ts';
import { memoryJournal } from '../journal/memory.ts';
import { authored, search } from './strategy.ts';

const NEVER = { control: 0, repair: false } as const;

/** The first number says how good the code is, the second is out of tune unless it is 40, the third is a bonus. */
const score = ([skill = 0, tuned = 40, bonus = 0]: readonly number[]): number =>
  100 * skill - Math.abs(tuned - 40) + Math.min(bonus, 300);

type Author = (numbers: readonly number[]) => readonly number[];

/** Is more skilled by a number of 10 that the code lacked, and gets nowhere after that. */
const adds: Author = ([skill = 0, ...rest]) => (rest.length === 0 ? [skill, 10, 300] : [skill - 1, ...rest]);
/** Leaves out what is there, then makes it worse without any end. */
const drops: Author = ([skill = 0, ...rest]) => (rest.length === 0 ? [skill - 1] : [skill]);

/** `tune` sets the numbers it is told, all else is up to the author. */
function lanesOf(author = adds): Lanes {
  const lanes = fakeLanes({ seed: [], score });
  return {
    ...lanes,
    apply(job, signal) {
      if (job.proposal.by === 'tune') return lanes.apply(job, signal);
      const commit = author(numbersOf(job.parents[0])).join(' ');
      return Promise.resolve({ kind: 'changed', commit, tree: commit, summary: '', refused: [] });
    },
  };
}

interface Trial {
  readonly width?: number;
  readonly author?: Author;
  readonly seed?: readonly number[];
  readonly preset?: Preset;
}

async function run(
  adjustable: Partial<Adjustable>,
  { width = 1, author = adds, seed = [1], preset = 'patient' }: Trial = {},
): Promise<Journal> {
  const journal = memoryJournal('r1', () => 0);
  const config = configOf({}, { operator: 'agent', ...NEVER, ...adjustable }, preset);
  open(journal, config, seed, score(seed));
  await driveFake(journal, lanesOf(author), { width, strategy: search(config, authored([], [])) });
  return journal;
}

const partners = (journal: Journal): readonly Entry[] => journal.view().arm('partner', 100);

describe('the numbers of a promoted candidate', () => {
  test('are tuned before the run may end, by its own children and theirs alone', async () => {
    const journal = await run({ plateau: 1 });
    const tuned = partners(journal);
    expect(tuned.length).toBeGreaterThan(5);
    expect(tuned.length).toBeLessThanOrEqual(12);
    for (const { proposal } of tuned) {
      expect(proposal).toMatchObject({ by: 'tune', operator: 'mutate', edit: { of: 'c1' } });
      // The skill was there before and stays.
      expect(proposal.edit?.literals[0]).toBe(1);
    }
    const best = journal.view().best();
    expect(best?.proposal.arm).toBe('partner');
    expect(Math.abs((best?.proposal.edit?.literals[1] ?? 0) - 40)).toBeLessThan(8);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'finished', cause: 'plateau' });
  });

  test('are left alone when it says so', async () => {
    expect(partners(await run({ plateau: 3, partner: 0 }))).toEqual([]);
  });

  test('are left alone where all are plain samples, unless it says otherwise', async () => {
    expect(partners(await run({ plateau: 3 }, { preset: 'best-of-n' }))).toEqual([]);
    expect(partners(await run({ plateau: 3, partner: 2 }, { preset: 'best-of-n' }))).not.toEqual([]);
  });

  test('get as many evaluations as it says, and no more than the budget has', async () => {
    expect(partners(await run({ plateau: 20, partner: 5 })).length).toBeLessThanOrEqual(5);
    const journal = await run({ budget: { evaluations: 4 } });
    expect(journal.view().counts().charged).toBe(4);
    expect(journal.view().run()?.end).toMatchObject({ cause: 'evaluations' });
  });

  test('are none when it brings no new ones', async () => {
    const journal = await run({ plateau: 3 }, { author: drops, seed: [1, 10] });
    expect(partners(journal)).toEqual([]);
    expect(journal.view().best()?.proposal.by).toBe('agent');
  });

  test('take one lane, the others go on', async () => {
    const journal = await run({ plateau: 30, parallel: 4 }, { width: 4 });
    const arms = journal
      .read(0, 10_000)
      .flatMap(({ event }) => (event.type === 'proposed' ? [event.proposal.arm ?? 'search'] : []));
    const first = arms.indexOf('partner');
    const last = arms.lastIndexOf('partner');
    expect(arms.slice(first, last)).toContain('search');
    let flying = 0;
    for (const { event } of journal.read(0, 10_000)) {
      if (event.type === 'proposed' && event.proposal.arm === 'partner') expect(++flying).toBe(1);
      if (event.type === 'placed' && journal.view().entry(event.proposal)?.proposal.arm === 'partner') flying--;
    }
  });

  test('are the same in a run that is driven again after every third step', async () => {
    const whole = await run({ plateau: 5 });
    const journal = memoryJournal('r1', () => 0);
    const config = configOf({}, { operator: 'agent', ...NEVER, plateau: 5 }, 'patient');
    open(journal, config, [1], 100);
    for (let left = 200; journal.view().run()?.end === undefined && left > 0; left--) {
      const stop = new AbortController();
      let calls = 0;
      const lanes = lanesOf();
      const dying: Lanes = {
        ...lanes,
        evaluate(job, signal) {
          if (++calls > 2) stop.abort(new Error('killed'));
          return lanes.evaluate(job, signal);
        },
      };
      const strategy = search(config, authored([], []));
      await driveFake(journal, dying, { strategy, signal: stop.signal }).catch(() => undefined);
    }
    expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
  });
});
