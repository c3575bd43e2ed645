import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authorLanes, BY_AGENT, searchByAgent } from '../../test/fake/authors.ts';
import { configOf } from '../../test/fake/config.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Arm } from '../domain/proposal.ts';
import type { Ask } from '../domain/strategy.ts';
import { memoryJournal } from '../journal/journal.ts';
import { idleNext } from './idle.ts';

const BRIEF = { objective: '', boundaries: [], pointers: [] };

function opened(
  adjustable: Partial<Adjustable>,
  editable: readonly string[] = ['a.js'],
  preset: Preset = 'patient',
): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(
    journal,
    configOf({}, { ...BY_AGENT, parallel: 2, budget: { evaluations: 500 }, ...adjustable }, preset),
    [1, 2],
    1,
  );
  const literals = [1, 2].map((value) => ({ value, integer: false }));
  journal.append(() => [
    { type: 'answered', key: 'trees/seed', answer: { editable, skipped: [] } },
    { type: 'answered', key: 'literals/seed', answer: { literals, skipped: [] } },
  ]);
  return journal;
}

function next(journal: Journal, now = 0): Ask {
  const run = journal.view().run();
  if (run === undefined) throw new Error('the run is not open');
  return idleNext(journal.view(), run, 'pool', 'seed', now);
}

/** One more proposal, evaluated and placed unless it stays open. */
function propose(journal: Journal, stays: 'open' | 'placed', arm?: Arm): void {
  const nth = journal.view().counts().proposed + 1;
  const id = `c${nth}`;
  const place = { id, batch: nth, ord: 1, home: 'pool', operator: 'mutate' as const, by: 'claude' };
  const proposal = { ...place, parents: ['seed'] as const, inspirations: [], brief: BRIEF, ...(arm ? { arm } : {}) };
  const made = { id, proposal: id, parents: ['seed'], commit: id, tree: id, summary: '' };
  const evaluation = { outcome: 'invalid' as const, epoch: 0, reason: 'no', stages: [] };
  const rest: readonly Event[] = [
    { type: 'applied', candidate: made },
    { type: 'evaluated', candidate: id, evaluation },
    { type: 'placed', proposal: id, placement: { kind: 'refused', reason: 'invalid' } },
  ];
  journal.append(() => [{ type: 'proposed', proposal }, ...(stays === 'open' ? [] : rest)]);
}

/** Records what is asked for, as the loop does. */
function take(journal: Journal, ask: Ask): void {
  if (ask.kind !== 'propose') throw new Error(`nothing was proposed: ${ask.kind}`);
  const events: readonly Event[] = [
    ...ask.proposals.map((proposal): Event => ({ type: 'proposed', proposal })),
    ...(ask.memos ?? []).map((memo): Event => ({ type: 'memo', ...memo })),
    ...ask.proposals.flatMap(({ id }): Event[] => [
      { type: 'dropped', proposal: id, kind: 'unchanged', reason: '' },
      { type: 'placed', proposal: id, placement: { kind: 'refused', reason: 'unchanged' } },
    ]),
  ];
  journal.append(() => events);
}

it('works by turns on numbers and syntax, and counts for nobody as a child', () => {
  const journal = opened({ idle: 0.5 });
  for (let own = 0; own < 4; own++) propose(journal, 'placed');
  for (let lane = 0; lane < 2; lane++) propose(journal, 'open');
  const by: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const ask = next(journal);
    if (ask.kind === 'propose') by.push(...ask.proposals.map((proposal) => proposal.by));
    take(journal, ask);
  }
  expect(by).toEqual(['tune', 'syntax', 'tune', 'syntax']);
  expect(journal.view().kin('seed')?.kids).toBe(6);
  expect(journal.view().memo('idle')).toEqual({ seed: 4 });
  expect(next(journal)).toEqual({ kind: 'wait' });
});

it('asks first what it must know, and leaves syntax that nobody can edit alone', () => {
  const unknown = memoryJournal('r1', () => 0);
  open(unknown, configOf({}, { ...BY_AGENT, parallel: 2, idle: 0.5 }, 'patient'), [1, 2], 1);
  const journal = opened({ idle: 0.5 }, []);
  for (const one of [unknown, journal]) {
    for (let own = 0; own < 4; own++) propose(one, 'placed');
    for (let lane = 0; lane < 2; lane++) propose(one, 'open');
  }
  expect(next(unknown)).toMatchObject({
    kind: 'gather',
    questions: [{ key: 'literals/seed' }, { key: 'trees/seed' }],
  });
  take(journal, next(journal));
  expect(next(journal)).toMatchObject({ proposals: [{ by: 'tune', arm: 'idle' }] });
});

it('never takes more than its share, a lane, or what authors need of the budget', () => {
  const settings = fc.record({
    share: fc.constantFrom(0, 0.2, 0.5, 0.9),
    parallel: fc.integer({ min: 1, max: 4 }),
    slots: fc.integer({ min: 1, max: 3 }),
    own: fc.nat(12),
    idle: fc.nat(12),
    busy: fc.nat(4),
    open: fc.nat(3),
    budget: fc.integer({ min: 1, max: 40 }),
  });
  let proposed = 0;
  fc.assert(
    fc.property(settings, ({ share, parallel, slots, own, idle, busy, open: flying, budget }) => {
      const journal = opened({
        idle: share,
        parallel,
        parallelBench: slots,
        budget: { evaluations: budget },
        plateau: 99,
      });
      for (let nth = 0; nth < own; nth++) propose(journal, 'placed');
      for (let nth = 0; nth < idle; nth++) propose(journal, 'placed', 'idle');
      for (let nth = 0; nth < busy; nth++) propose(journal, 'open');
      for (let nth = 0; nth < flying; nth++) propose(journal, 'open', 'idle');
      const all = idle + flying + 1;
      const may =
        parallel >= 2 &&
        share > 0 &&
        busy >= parallel &&
        flying < slots &&
        all <= share * (own + all) &&
        budget - own - idle - busy - flying > busy;
      if (may) proposed += 1;
      expect(next(journal).kind).toBe(may ? 'propose' : 'wait');
    }),
    { numRuns: 400, seed: 6 },
  );
  expect(proposed).toBeGreaterThan(5);
});

it('gives plain samples nothing to go by', async () => {
  const journal = memoryJournal('r1', () => 0);
  const config = configOf({}, { ...BY_AGENT, parallel: 2, budget: { evaluations: 9 } }, 'best-of-n');
  open(journal, config, [1, 2], 1);
  const lanes = authorLanes({ seed: [1, 2], score: ([first = 0]) => first });
  await driveFake(journal, lanes, { width: 2, strategy: searchByAgent(config) });
  const proposals = journal
    .view()
    .entriesAfter(0, 0, 100)
    .map(({ proposal }) => proposal);
  expect(proposals).toHaveLength(9);
  for (const { parents, inspirations, arm } of proposals)
    expect({ parents, inspirations, arm }).toEqual({ parents: ['seed'], inspirations: [], arm: undefined });
});

it('leaves plain samples alone, unless it is told otherwise', () => {
  const kindOf = (adjustable: Partial<Adjustable>) => {
    const journal = opened(adjustable, ['a.js'], 'best-of-n');
    for (let own = 0; own < 4; own++) propose(journal, 'placed');
    for (let lane = 0; lane < 2; lane++) propose(journal, 'open');
    return next(journal).kind;
  };
  expect([kindOf({}), kindOf({ idle: 0.5 })]).toEqual(['wait', 'propose']);
});
