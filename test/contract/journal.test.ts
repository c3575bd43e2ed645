import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Placement } from '../../src/domain/archive.ts';
import { ISLANDS } from '../../src/domain/config.ts';
import type { Event } from '../../src/domain/event.ts';
import type { Journal } from '../../src/domain/journal.ts';
import type { Call } from '../../src/domain/ledger.ts';
import type { View } from '../../src/domain/view.ts';
import { memoryJournal, openStore } from '../../src/journal/journal.ts';
import { configOf } from '../fake/config.ts';
import { lengthen } from '../fake/history.ts';
import { fakeLanes } from '../fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../fake/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let stores = 0;
let time = 1000;
const now = () => time++;

const implementations: readonly [string, () => Journal][] = [
  ['memory', () => memoryJournal('r1', now)],
  ['sqlite', () => openStore(join(folder, String(stores++)), now).journal('r1')],
];

/** Every implementation of the journal keeps this contract. */
describe.each(implementations)('journal: %s', (_name, make) => {
  it('records what is decided, in order, with the time', () => {
    const journal = make();
    open(journal, configOf(), [1, 2], 5);
    const events = journal.read(0, 100);
    expect(events.map(({ event }) => event.type)).toEqual(['opened', 'proposed', 'applied', 'evaluated', 'placed']);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(events.map(({ at }) => at)).size).toBe(1);
    expect(journal.read(3, 1).map(({ seq }) => seq)).toEqual([4]);
    expect(journal.tail(2).map(({ seq }) => seq)).toEqual([4, 5]);
  });

  it('shows the view inside the append, and records nothing when nothing is decided', () => {
    const journal = make();
    open(journal, configOf(), [1], 5);
    const recorded = journal.append((view) => (view.run()?.batch === 0 ? [] : [{ type: 'driven' }]));
    expect(recorded).toEqual([]);
    expect(journal.tail(1)[0]?.event.type).toBe('placed');
  });

  it('never calls best what was given up before it was confirmed', () => {
    const journal = make();
    open(journal, configOf({}, {}, 'patient'), [1], 5);
    const brief = { objective: '', boundaries: [], pointers: [] };
    const whose = { id: 'c1', batch: 1, ord: 1, home: 'pool', parents: ['seed'] as const, inspirations: [] };
    const scored = { outcome: 'scored', epoch: 0, samples: [9], comparisons: [], metrics: {} } as const;
    journal.append(() => [
      { type: 'proposed', proposal: { ...whose, operator: 'mutate', by: 'tune', brief, arm: 'idle' } },
      { type: 'applied', candidate: { ...whose, proposal: 'c1', commit: '2', tree: '2', summary: '' } },
      { type: 'evaluated', candidate: 'c1', evaluation: { ...scored, channel: 'number', stages: [] } },
      { type: 'dropped', proposal: 'c1', kind: 'unchanged', reason: 'left' },
      { type: 'placed', proposal: 'c1', placement: { kind: 'refused', reason: 'unchanged' } },
    ]);
    expect(journal.view().best()?.proposal.id).toBe('seed');
  });

  it('counts time by drivers, not by the clock', () => {
    const journal = make();
    open(journal, configOf(), [1], 5);
    time += 10_000;
    journal.append(() => [{ type: 'driven' }]);
    const run = journal.view().run();
    expect(run?.spentMs).toBe(0);
    time += 500;
    journal.append(() => [{ type: 'memo', key: 'a', value: 1 }]);
    time += 10_000;
    journal.append(() => [{ type: 'driven' }]);
    expect(journal.view().run()?.spentMs).toBeGreaterThanOrEqual(500);
    expect(journal.view().run()?.spentMs).toBeLessThan(1000);
  });

  it('does not count the time in which a run waits for a person', () => {
    const journal = make();
    open(journal, configOf(), [1], 5);
    journal.append(() => [{ type: 'driven' }]);
    journal.append(() => [{ type: 'asked', question: { key: 'gen1', of: 'human', text: '?', options: [] } }]);
    for (const event of [
      { type: 'answered' as const, key: 'gen1', answer: { option: 'continue' } },
      { type: 'configured' as const, adjustable: configOf().adjustable },
      { type: 'stop-requested' as const, reason: 'enough' },
      { type: 'stopped' as const, cause: 'request' as const, reason: 'enough' },
    ]) {
      time += 60_000;
      journal.append(() => [event]);
    }
    journal.append(() => [{ type: 'driven' }]);
    expect(journal.view().run()?.spentMs).toBeLessThan(1000);
  });

  it('asks and answers once', () => {
    const journal = make();
    open(journal, configOf(), [1], 5);
    const question = { key: 'gen1', of: 'human' as const, text: '?', options: [] };
    expect(journal.view().asked('gen1')).toBe(false);
    journal.append(() => [{ type: 'asked', question }]);
    expect(journal.view().asked('gen1')).toBe(true);
    expect(journal.view().checkpoint()).toEqual(question);
    expect(journal.view().answer('gen1')).toBeUndefined();
    journal.append(() => [{ type: 'answered', key: 'gen1', answer: { option: 'stop' } }]);
    expect(journal.view().checkpoint()).toBeUndefined();
    expect(journal.view().answer('gen1')).toEqual({ option: 'stop' });
  });

  it('is paged through in the order of batches', () => {
    const journal = make();
    open(journal, configOf(), [1], 5);
    lengthen(journal, 11);
    const seen: string[] = [];
    for (let [batch, ord] = [-1, 0]; ; ) {
      const page = journal.view().entriesAfter(batch, ord, 3);
      const last = page.at(-1)?.proposal;
      if (last === undefined) break;
      seen.push(...page.map(({ proposal }) => proposal.id));
      [batch, ord] = [last.batch, last.ord];
    }
    const ids = [1, 2, 3, 4].map((ord) => [`gen1-${ord}`, `gen2-${ord}`, `gen3-${ord}`]);
    expect(seen).toEqual(['gen0-seed', ...[0, 1, 2].flatMap((batch) => ids.map((one) => one[batch])).slice(0, 11)]);
  });

  it('gives back what a broken evaluation counted when it is taken again', () => {
    const journal = make();
    open(journal, configOf(), [1], 5);
    const brief = { objective: '', boundaries: [], pointers: [] };
    const place = {
      batch: 1,
      ord: 1,
      home: 'population',
      operator: 'mutate' as const,
      by: 'tune',
      inspirations: [],
      brief,
    };
    journal.append(() => [
      { type: 'proposed', proposal: { id: 'gen1-1', parents: ['gen0-seed'], ...place } },
      {
        type: 'applied',
        candidate: {
          id: 'gen1-1',
          proposal: 'gen1-1',
          parents: ['gen0-seed'],
          commit: 'c',
          tree: 't',
          summary: '',
          form: 'f',
        },
      },
      { type: 'evaluated', candidate: 'gen1-1', evaluation: { outcome: 'broken', reason: 'full', stages: [] } },
    ]);
    expect(journal.view().counts()).toMatchObject({ broken: 1, charged: 0, scored: 0, candidates: 1, open: 1 });
    journal.append(() => [
      {
        type: 'evaluated',
        candidate: 'gen1-1',
        evaluation: {
          outcome: 'scored',
          epoch: 0,
          samples: [7],
          comparisons: [],
          metrics: {},
          channel: 'number',
          stages: [],
        },
      },
    ]);
    expect(journal.view().counts()).toMatchObject({ broken: 0, charged: 1, scored: 1, candidates: 1, open: 1 });
    expect(journal.view().sameTree('t')).toBeUndefined();
    expect(journal.view().sameForm('f')).toBeUndefined();
    journal.append(() => [
      { type: 'placed', proposal: 'gen1-1', placement: { kind: 'kept', home: 'population', evicted: [] } },
    ]);
    expect(journal.view().sameTree('t')?.proposal.id).toBe('gen1-1');
    expect(journal.view().sameForm('f')?.proposal.id).toBe('gen1-1');
    expect(journal.view().entry('gen1-1')?.candidate?.form).toBe('f');
    expect(journal.view().best()?.proposal.id).toBe('gen1-1');
    expect(journal.view().homeSize('population')).toBe(1);
  });
});

/** A candidate that lives in several homes stands in each by its rank there. */
describe.each(implementations)('homes: %s', (_name, make) => {
  const brief = { objective: '', boundaries: [], pointers: [] };
  const born = (nth: number, score: number, placement: Placement): Event[] => {
    const id = `c${nth}`;
    const scored = { outcome: 'scored', epoch: 0, samples: [score], comparisons: [], metrics: {} } as const;
    const whose = { id, batch: nth, ord: 1, home: 'island-0', parents: ['seed'] as const, inspirations: [] };
    return [
      { type: 'proposed', proposal: { ...whose, operator: 'mutate', by: 'tune', brief } },
      { type: 'applied', candidate: { id, proposal: id, parents: ['seed'], commit: id, tree: id, summary: '' } },
      { type: 'evaluated', candidate: id, evaluation: { ...scored, channel: 'number', stages: [] } },
      { type: 'placed', proposal: id, placement },
    ];
  };
  const begun = (): { journal: Journal; people: (home: string) => unknown } => {
    const journal = make();
    open(journal, configOf({}, {}, 'islands'), [1], 1);
    const people = (home: string) => {
      const view = journal.view();
      const living = view.top(home, 9).map(({ proposal }) => proposal.id);
      expect(view.homeSize(home)).toBe(living.length);
      expect(view.worst(home)?.proposal.id).toBe(living.at(-1));
      const claims = view.claims(home, 0, 9).map(({ id }) => id);
      return [living, claims];
    };
    return { journal, people };
  };

  it('begin with the seed in all', () => {
    const { journal, people } = begun();
    for (const nth of [0, 1, 2]) expect(people(`island-${nth}`)).toEqual([['seed'], ['seed']]);
    expect(journal.view().counts().added).toBe(0);
  });

  it('take in copies in their order, behind their equals', () => {
    const { journal, people } = begun();
    const plain = (home: string) => ({ kind: 'kept', home, evicted: [] }) as const;
    const copies = [
      { candidate: 'c2', home: 'island-2', evicted: ['seed'] },
      { candidate: 'c1', home: 'island-2', evicted: [] },
      { candidate: 'c3', home: 'island-1', evicted: [] },
    ];
    journal.append(() => [
      ...born(1, 5, plain('island-0')),
      ...born(2, 5, plain('island-1')),
      ...born(3, 5, { ...plain('island-2'), copies }),
    ]);
    expect(people('island-2')).toEqual([
      ['c3', 'c2', 'c1'],
      ['c1', 'c2', 'c3'],
    ]);
    expect(people('island-1')).toEqual([
      ['c2', 'c3', 'seed'],
      ['c3', 'c2', 'seed'],
    ]);
    expect(
      journal
        .view()
        .entry('c1')
        ?.homes?.map(({ name }) => name),
    ).toEqual(['island-0', 'island-2']);
    expect(
      journal
        .view()
        .entry('seed')
        ?.homes?.map(({ name }) => name),
    ).toEqual(['island-0', 'island-1']);
    expect(journal.view().counts().added).toBe(3);
  });

  it('lose whoever is evicted from the last of them, and each its own', () => {
    const { journal, people } = begun();
    const kept = { kind: 'kept', home: 'island-0', evicted: ['seed'] } as const;
    const copies = [1, 2].map((nth) => ({ candidate: 'c2', home: `island-${nth}`, evicted: ['seed'] }));
    journal.append(() => born(1, 5, kept));
    expect(journal.view().entry('seed')?.alive).toBe(true);
    expect(people('island-1')).toEqual([['seed'], ['seed']]);
    journal.append(() => born(2, 4, { kind: 'kept', home: 'island-0', evicted: [], copies }));
    expect(journal.view().entry('seed')?.alive).toBe(false);
    expect(people('island-2')).toEqual([['c2'], ['c2']]);
  });

  it('rank anew in all of them what is measured again, and count its children in all', () => {
    const { journal, people } = begun();
    const copies = [{ candidate: 'c1', home: 'island-1', evicted: [] }];
    journal.append(() => born(1, 5, { kind: 'kept', home: 'island-0', evicted: [], copies }));
    journal.append(() => [{ type: 'sampled', candidate: 'c1', samples: [-4, -4, -4] }]);
    for (const nth of [0, 1])
      expect(people(`island-${nth}`)).toEqual([
        ['seed', 'c1'],
        ['seed', 'c1'],
      ]);
    expect(['island-0', 'island-1', 'island-2'].map((home) => journal.view().claims(home, 0, 1))).toEqual(
      Array.from({ length: 3 }, () => [{ id: 'seed', key: 1, kids: 1 }]),
    );
  });
});

describe('journal: memory and sqlite', () => {
  it('give the same answers after every event of any run', async () => {
    const scenario = fc.record({
      k: fc.integer({ min: 2, max: 7 }),
      direction: fc.constantFrom('max' as const, 'min' as const),
      generations: fc.integer({ min: 1, max: 5 }),
      invalidBelow: fc.double({ min: -3, max: 3, noNaN: true }),
      evaluations: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      seed: fc.integer({ min: 0, max: 1000 }),
      calls: fc.array(called, { maxLength: 12 }),
      strategy: fc.constantFrom('generations' as const, 'patient' as const, 'islands' as const),
      again: fc.array(fc.record({ nth: fc.nat(30), sample: fc.integer({ min: -9, max: 9 }) }), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async (drawn) => {
        const { k, direction, generations, invalidBelow, evaluations, seed, calls, strategy, again: measured } = drawn;
        const budget =
          evaluations === undefined && strategy === 'generations' ? {} : { evaluations: evaluations ?? 10 };
        const islands = { ...ISLANDS, capacity: 2, interval: 2 };
        const config = configOf({ direction, seed, islands }, { k, generations, budget }, strategy);
        const score = ([a = 0, b = 0]: readonly number[]) =>
          a < invalidBelow ? undefined : Math.round(4 * (a - b)) / 4 + 0;
        const memory = memoryJournal('r1', now);
        open(memory, config, [1, 2.5], 1);
        await driveFake(memory, fakeLanes({ seed: [1, 2.5], score }), { width: 3 });
        const store = openStore(join(folder, String(stores++)), now);
        const sqlite = store.journal('r1');
        const again = memoryJournal('r1', now);
        const events = memory.read(0, 10_000).map(({ event }) => event);
        const both = (event: Event) => {
          for (const journal of [sqlite, again]) journal.append(() => [event]);
          expect(answersOf(sqlite.view())).toEqual(answersOf(again.view()));
        };
        for (const event of withCalls(events, calls)) both(event);
        expect(outcomeOf(again.view())).toEqual(outcomeOf(memory.view()));
        // Whoever is measured again moves in all of its homes.
        const scored = again
          .view()
          .ranking(100)
          .filter(({ evaluation }) => evaluation?.outcome === 'scored');
        for (const { nth, sample } of measured) {
          const whose = scored[nth % Math.max(1, scored.length)]?.proposal.id;
          if (whose !== undefined) both({ type: 'sampled', candidate: whose, samples: [sample, sample, sample] });
        }
        store.close();
      }),
      { numRuns: 15 },
    );
  });
});

const amount = fc.record(
  { usd: fc.double({ min: 0, max: 2, noNaN: true }), tokens: fc.nat(1000) },
  { requiredKeys: ['tokens'] },
);
const usage = fc.record({ input: fc.nat(900), cached: fc.nat(50), kept: fc.nat(50), output: fc.nat(90) });

/** A call after so many other events, and how it ended, if it ever did. */
const called = fc.record({
  after: fc.nat(40),
  lasts: fc.option(fc.nat(10), { nil: undefined }),
  call: fc.record(
    {
      key: fc.constantFrom('gen1-1/author', 'gen1-1/author/again', 'gen1-2/author', 'gen2-1/author'),
      agent: fc.constantFrom('claude', 'codex:gpt'),
      role: fc.constant('author' as const),
      outcome: fc.constantFrom<Call['outcome'][]>('answered', 'unreadable', 'failed', 'broken'),
      usage,
      usd: fc.double({ min: 0, max: 3, noNaN: true }),
      estimate: amount,
      ms: fc.nat(9),
      record: fc.constant('calls/x.json'),
      left: fc.constant({ tree: 'a'.repeat(40), refused: [] }),
    },
    { requiredKeys: ['key', 'agent', 'role', 'outcome', 'estimate', 'ms', 'record'] },
  ),
});

/** The same events with calls among them; a driver may die while some are in flight. */
function withCalls(
  events: readonly Event[],
  calls: readonly (typeof called extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const woven = events.map((event) => [event]);
  // The end of the run stays its end.
  const at = (index: number) => woven[Math.min(index, woven.length - 2)];
  for (const { after, lasts, call } of calls) {
    const { key, agent, role, estimate } = call;
    at(after)?.push({ type: 'calling', call: { key, agent, role, estimate } });
    if (lasts === undefined) at(after + 5)?.push({ type: 'driven' });
    else at(after + lasts)?.push({ type: 'called', call });
  }
  return woven.flat();
}

const HOMES = ['seed', 'population', 'pool', 'island-0', 'island-1', 'island-2'];

/** Every question of the view. */
function answersOf(view: View): unknown {
  const run = view.run();
  const ids = (entries: readonly { proposal: { id: string } }[]) => entries.map(({ proposal }) => proposal.id);
  const best = view.best()?.proposal.id;
  const homes = HOMES.map((home) => [ids(view.top(home, 3)), view.homeSize(home), view.worst(home)?.proposal.id]);
  const batches = Array.from({ length: (run?.batch ?? 0) + 1 }, (_, batch) => view.entries(batch).map(withoutOrder));
  return {
    run: { ...run, openedAt: 0, drivenAt: 0, spentMs: 0, lastAt: 0 },
    counts: view.counts(),
    best,
    homes,
    unfinished: ids(view.unfinished(3)),
    unplaced: view.unplaced()?.proposal.id,
    batches,
    after: [
      [-1, 0],
      [0, 0],
      [1, 1],
      [1, 2],
    ].map(([batch = 0, ord = 0]) => ids(view.entriesAfter(batch, ord, 3))),
    ranking: ids(view.ranking(100)),
    page: ids(view.ranking(2, 1)),
    history: view.history(3),
    lineage: best === undefined ? [] : ids(view.lineage(best, 50)),
    same: view.entries(run?.batch ?? 0).map(({ candidate }) => candidate && view.sameTree(candidate.tree)?.proposal.id),
    children: ['gen0-seed', 'gen1-1', 'gen1-2', best ?? ''].map((id) => ids(view.children(id, 3))),
    calls: ['gen1-1/author', 'gen1-1/author/again', 'none'].map((key) => view.call(key)),
    callsAfter: ['', 'gen1-1/', 'gen1-1/author'].map((key) => view.callsAfter(key, 2)),
    memo: view.memo('tune'),
    checkpoint: view.checkpoint(),
    claims: HOMES.map((home) => [view.claims(home, 0, 50), view.claims(home, 1, 2)]),
    kin: [...ids(view.ranking(5)), 'gen0-seed', 'seed', 'none'].map((id) => view.kin(id)),
    placed: ids(view.placed(4)),
    arms: (['control', 'idle', 'partner'] as const).map((arm) => [ids(view.arm(arm, 50)), ids(view.arm(arm, 1, 1))]),
    improvements: [view.improvements(50), view.improvements(2)],
  };
}

const withoutOrder = (entry: object) => ({ ...entry, evaluatedSeq: undefined, placedSeq: undefined });
