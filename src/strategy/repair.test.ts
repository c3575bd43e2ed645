import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes, numbersOf } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import type { Adjustable } from '../domain/config.ts';
import type { StageResult } from '../domain/evaluation.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import { memoryJournal } from '../journal/journal.ts';
import { authored } from './authored.ts';
import { generations } from './generations.ts';

const AUTHORS = [
  { name: 'claude', agent: 'claude', weight: 1 },
  { name: 'codex', agent: 'codex', weight: 1 },
];
type Failure = Extract<StageResult, { verdict: 'fail' }>;
const FAILED: Failure = { verdict: 'fail', stage: 'benchmark', ms: 0, reason: 'exited with code 1' };

interface Given extends Partial<Adjustable> {
  /** Which candidates are invalid. */
  readonly invalid: (id: string) => boolean;
  readonly failure?: Failure;
}

/** Lanes where a child is its parent plus its place, and some fail. */
function lanes({ invalid, failure = FAILED }: Given, pause?: (what: string) => Promise<void>) {
  const inner = fakeLanes({ seed: [0], score: ([a = 0]) => a, ...(pause === undefined ? {} : { pause }) });
  const told: string[] = [];
  const outer: Lanes = {
    ...inner,
    async apply(job, signal) {
      told.push(...job.dossier.parents.flatMap(({ failure: why }) => why?.reason ?? []));
      if (job.proposal.operator !== 'repair') return inner.apply(job, signal);
      const commit = `${(numbersOf(job.parents[0])[0] ?? 0) + 0.5}`;
      return { kind: 'changed', commit, tree: commit, summary: 'mended', refused: [] };
    },
    async evaluate(job, signal) {
      const evaluation = await inner.evaluate(job, signal);
      if (!invalid(job.candidate.id)) return evaluation;
      return { outcome: 'invalid', epoch: 0, reason: `${failure.stage} ${failure.reason}`, stages: [failure] };
    },
  };
  return { ...outer, evaluated: inner.evaluated, told };
}

async function ran(given: Given, width = 1, pause?: (what: string) => Promise<void>) {
  const { invalid: _, failure: __, ...adjustable } = given;
  const config = configOf({}, { operator: 'agent', generations: 3, stale: 9, ...adjustable });
  const journal = memoryJournal('r1', () => 0);
  open(journal, config, [0], 0);
  const strategy = generations({ run: config, variation: authored([], AUTHORS) });
  const used = lanes(given, pause);
  await driveFake(journal, used, { width, strategy });
  return { journal, view: journal.view(), evaluated: used.evaluated, told: used.told };
}

const repairsIn = (journal: Journal): string[] =>
  journal.read(0, 10_000).flatMap(({ event }) => {
    return event.type === 'proposed' && event.proposal.operator === 'repair' ? [event.proposal.id] : [];
  });

describe('a repair', () => {
  it('mends an invalid candidate once, by its own author, from its own failure, before the generation is placed', async () => {
    const { view, journal, told } = await ran({ invalid: (id) => /^gen1-[24]r?$/.test(id) });
    expect(repairsIn(journal)).toEqual(['gen1-2r', 'gen1-4r']);
    const broken = view.entry('gen1-4')?.proposal;
    expect(view.entry('gen1-4r')?.proposal).toMatchObject({
      batch: 1,
      ord: 8,
      operator: 'repair',
      parents: ['gen1-4'],
      by: broken?.by,
      brief: broken?.brief,
    });
    expect(told).toEqual(['benchmark exited with code 1', 'benchmark exited with code 1']);
    const events = journal.read(0, 10_000).map(({ event }) => event);
    const placed = events.findIndex((event) => event.type === 'placed' && event.proposal === 'gen1-1');
    const evaluated = events.findIndex((event) => event.type === 'evaluated' && event.candidate === 'gen1-4r');
    expect(evaluated).toBeLessThan(placed);
  });

  it('lives and breeds like any other when it works', async () => {
    const { view } = await ran({ invalid: (id) => id === 'gen1-4', generations: 2 });
    expect(view.entry('gen1-4r')?.evaluation).toMatchObject({ samples: expect.arrayContaining([4.5]) });
    expect(view.entries(2)[0]?.proposal.parents).toEqual(['gen1-4r']);
  });

  it.each<[string, Given]>([
    ['when the run says so', { invalid: () => true, repair: false }],
    ['of what no agent made', { invalid: () => true, operator: 'syntax' }],
    ['of one that tampered', { invalid: () => true, failure: { ...FAILED, reason: 'tampered: changed bench.js' } }],
    [
      'of a low score on a rung',
      { invalid: () => true, failure: { ...FAILED, stage: 'rung quick', reason: 'scored 1, below 2' } },
    ],
    ['when the budget is for what was planned', { invalid: () => true, budget: { evaluations: 4 } }],
  ])('is not made %s', async (_, given) => {
    expect(repairsIn((await ran(given)).journal)).toEqual([]);
  });

  it('of a rung that crashed is made', async () => {
    const failure: Failure = { ...FAILED, stage: 'rung quick' };
    expect(repairsIn((await ran({ invalid: (id) => id === 'gen1-1', failure })).journal)).toEqual(['gen1-1r']);
  });

  it('comes to the same at any width and order of arrival, and never passes the budget', async () => {
    const given = fc.record({
      bad: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
      k: fc.integer({ min: 1, max: 5 }),
      evaluations: fc.option(fc.integer({ min: 1, max: 16 }), { nil: undefined }),
      turns: fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }),
      width: fc.integer({ min: 2, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ bad, k, evaluations, turns, width }) => {
        const budget = evaluations === undefined ? {} : { evaluations };
        const one = { invalid: (id: string) => bad.some((n) => id.endsWith(`-${n}`)), k, budget };
        let at = 0;
        const pause = async () => {
          for (let turn = turns[at++ % turns.length] ?? 0; turn > 0; turn--) await Promise.resolve();
        };
        const [narrow, wide] = [await ran(one), await ran(one, width, pause)];
        expect(outcomeOf(wide.view)).toEqual(outcomeOf(narrow.view));
        expect(narrow.view.counts().charged).toBeLessThanOrEqual(evaluations ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 60 },
    );
  });
});
