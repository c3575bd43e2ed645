import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Placement } from '../../src/domain/archive.ts';
import type { Evaluation } from '../../src/domain/evaluation.ts';
import type { Event } from '../../src/domain/event.ts';
import type { Journal } from '../../src/domain/journal.ts';
import { kinship } from '../../src/domain/kinship.ts';
import type { Arm } from '../../src/domain/proposal.ts';
import type { View } from '../../src/domain/view.ts';
import { memoryJournal, openStore } from '../../src/journal/journal.ts';
import { configOf } from '../fake/config.ts';
import { open } from '../fake/run.ts';
import { scored } from '../fake/scored.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-standing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let stores = 0;

const implementations: readonly [string, () => Journal][] = [
  ['memory', () => memoryJournal('r1', () => 0)],
  ['sqlite', () => openStore(join(folder, String(stores++)), () => 0).journal('r1')],
];

const invalid: Evaluation = { outcome: 'invalid', epoch: 0, reason: 'exited with code 1', stages: [] };
const KEPT: Placement = { kind: 'kept', home: 'pool', evicted: [] };

const proposed = (nth: number, parent: string, arm?: Arm): Event => ({
  type: 'proposed',
  proposal: {
    id: `c${nth}`,
    batch: nth,
    ord: 1,
    home: 'pool',
    operator: 'mutate',
    by: 'tune',
    parents: [parent],
    inspirations: [],
    brief: { objective: '', boundaries: [], pointers: [] },
    ...(arm === undefined ? {} : { arm }),
  },
});
const applied = (nth: number, tree = `t${nth}`): Event => ({
  type: 'applied',
  candidate: { id: `c${nth}`, proposal: `c${nth}`, parents: [], commit: tree, tree, summary: '', form: `f${tree}` },
});
const evaluated = (nth: number, evaluation: Evaluation): Event => ({
  type: 'evaluated',
  candidate: `c${nth}`,
  evaluation,
});
const placed = (nth: number, placement: Placement = KEPT): Event => ({
  type: 'placed',
  proposal: `c${nth}`,
  placement,
});
const whole = (nth: number, parent: string, score: number, arm?: Arm): readonly Event[] => [
  proposed(nth, parent, arm),
  applied(nth),
  evaluated(nth, scored(score)),
  placed(nth),
];

const config = (direction: 'max' | 'min' = 'max') => configOf({ direction }, {}, 'patient');
const claimsOf = (view: View) => view.claims('pool', 0, 99).map(({ id, kids }) => `${id}:${kids}`);
const idsOf = (entries: readonly { readonly proposal: { readonly id: string } }[]) =>
  entries.map(({ proposal }) => proposal.id);

/** Where candidates stand: in the pool, in the family, in time. Every implementation of the journal keeps this contract. */
describe.each(implementations)('standing: %s', (_name, make) => {
  const opened = (events: readonly Event[], direction: 'max' | 'min' = 'max'): View => {
    const journal = make();
    open(journal, config(direction), [1], 5);
    journal.append(() => events);
    return journal.view();
  };

  it('claims are best first, the newest placed of equals first, by pages', () => {
    const events = [...whole(1, 'seed', 7), ...whole(2, 'seed', 5), ...whole(3, 'c1', 7), ...whole(4, 'c1', 3)];
    const view = opened(events);
    expect(claimsOf(view)).toEqual(['c3:0', 'c1:2', 'c2:0', 'seed:2', 'c4:0']);
    expect(view.claims('pool', 1, 2).map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(view.claims('pool', 5, 2)).toEqual([]);
    expect(view.claims('elsewhere', 0, 2)).toEqual([]);
    expect(claimsOf(opened(events, 'min'))).toEqual(['c4:0', 'c2:0', 'seed:2', 'c3:0', 'c1:2']);
    expect(idsOf(view.top('pool', 5))).toEqual(['c1', 'c3', 'seed', 'c2', 'c4']);
  });

  it('counts every child: failed, duplicate, invalid and in flight', () => {
    const view = opened([
      proposed(1, 'seed'),
      { type: 'dropped', proposal: 'c1', kind: 'failed', reason: '' },
      placed(1, { kind: 'refused', reason: 'failed' }),
      proposed(2, 'seed'),
      applied(2),
      { type: 'evaluated', candidate: 'c2', evaluation: scored(5), sameAs: 'seed' },
      placed(2, { kind: 'refused', reason: 'same as seed' }),
      proposed(3, 'seed'),
      applied(3),
      evaluated(3, invalid),
      placed(3, { kind: 'refused', reason: 'invalid' }),
      proposed(4, 'seed'),
    ]);
    expect(claimsOf(view)).toEqual(['seed:4']);
    expect(view.kin('seed')).toMatchObject({ kids: 4, depth: 0 });
    expect(view.kin('c4')).toMatchObject({ kids: 0, depth: 1, parent: 'seed' });
    expect(view.kin('c5')).toBeUndefined();
    expect(idsOf(view.placed(9))).toEqual(['c3', 'c2', 'c1', 'seed']);
  });

  it('one that was measured again has another rank; an evicted one has none', () => {
    const journal = make();
    open(journal, config(), [1], 5);
    journal.append(() => [...whole(1, 'seed', 7), ...whole(2, 'c1', 6)]);
    expect(claimsOf(journal.view())).toEqual(['c1:1', 'c2:0', 'seed:1']);
    journal.append(() => [{ type: 'sampled', candidate: 'c1', samples: [1, 1] }]);
    expect(claimsOf(journal.view())).toEqual(['c2:0', 'seed:1', 'c1:1']);
    expect(idsOf(journal.view().ranking(9))).toEqual(['c2', 'c1']);
    journal.append(() => [...whole(3, 'c1', 9).slice(0, 3), placed(3, { ...KEPT, evicted: ['c2'] })]);
    expect(claimsOf(journal.view())).toEqual(['c3:0', 'seed:1', 'c1:2']);
    expect(journal.view().homeSize('pool')).toBe(3);
    expect(journal.view().kin('c2')).toMatchObject({ depth: 2, parent: 'c1' });
  });

  it('jumps lead up a deep family in few steps, equally deep ones equally far', () => {
    const DEEP = 300;
    const events = Array.from({ length: DEEP }, (_, at) => [
      proposed(2 * at + 1, at === 0 ? 'seed' : `c${2 * at - 1}`),
      proposed(2 * at + 2, at === 0 ? 'seed' : `c${2 * at}`),
    ]).flat();
    const view = opened(events);
    for (let at = 0; at < DEEP; at++) {
      const [one, other] = [view.kin(`c${2 * at + 1}`), view.kin(`c${2 * at + 2}`)];
      expect(one?.depth).toBe(at + 1);
      expect(view.kin(one?.jump ?? '')?.depth).toBe(view.kin(other?.jump ?? '')?.depth);
    }
    let asked = 0;
    const counting = {
      kin(id: string) {
        asked++;
        return view.kin(id);
      },
    };
    expect(kinship(counting, `c${2 * DEEP}`, `c${2 * DEEP - 1}`)).toBe(2 * DEEP);
    expect(asked).toBeLessThan(100);
  });

  it('an arm is told oldest first, by pages, and improvements as they came', () => {
    const view = opened([
      ...whole(1, 'seed', 4, 'control'),
      ...whole(2, 'seed', 8),
      ...whole(3, 'seed', 8, 'control'),
      ...whole(4, 'c2', 9, 'idle'),
      proposed(5, 'seed', 'control'),
    ]);
    expect(idsOf(view.arm('control', 9))).toEqual(['c1', 'c3']);
    expect(idsOf(view.arm('control', 9, 1))).toEqual(['c3']);
    expect(idsOf(view.arm('idle', 9))).toEqual(['c4']);
    expect(view.arm('partner', 9)).toEqual([]);
    expect(view.improvements(9)).toEqual([
      { candidate: 'seed', evaluations: 0, score: 5 },
      { candidate: 'c2', evaluations: 2, score: 8 },
      { candidate: 'c4', evaluations: 4, score: 9 },
    ]);
    expect(view.improvements(1).map(({ candidate }) => candidate)).toEqual(['c4']);
  });
});

describe('standing: memory and sqlite', () => {
  const fate = fc.record({
    parent: fc.nat(20),
    score: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    arm: fc.option(fc.constantFrom<Arm[]>('control', 'idle', 'partner'), { nil: undefined }),
    upTo: fc.constantFrom(1, 2, 3, 4, 4, 4, 4),
    twin: fc.boolean(),
    evicts: fc.option(fc.nat(20), { nil: undefined }),
    again: fc.option(fc.record({ whom: fc.nat(20), score: fc.integer({ min: 0, max: 4 }) }), { nil: undefined }),
  });

  it('stand alike after any history', () => {
    fc.assert(
      fc.property(
        fc.array(fate, { maxLength: 20 }),
        fc.constantFrom('max' as const, 'min' as const),
        (fates, direction) => {
          const store = openStore(join(folder, String(stores++)), () => 0);
          const [memory, sqlite] = [memoryJournal('r1', () => 0), store.journal('r1')];
          for (const journal of [memory, sqlite]) open(journal, config(direction), [1], 2);
          for (const [index, one] of fates.entries()) {
            const nth = index + 1;
            const nameOf = (drawn: number) => (drawn % nth === 0 ? 'seed' : `c${drawn % nth}`);
            const living = one.evicts === undefined ? undefined : memory.view().entry(nameOf(one.evicts));
            const evicted = living?.alive === true && living.proposal.id !== 'seed' ? [living.proposal.id] : [];
            const refused: Placement = { kind: 'refused', reason: 'invalid' };
            const events = [
              proposed(nth, nameOf(one.parent), one.arm),
              applied(nth, one.twin ? 'twin' : undefined),
              evaluated(nth, one.score === undefined ? invalid : scored(one.score)),
              placed(nth, one.score === undefined ? refused : { ...KEPT, evicted }),
            ].slice(0, one.upTo);
            const again = one.again === undefined ? undefined : memory.view().entry(nameOf(one.again.whom));
            const more: readonly Event[] =
              again?.evaluation?.outcome === 'scored'
                ? [{ type: 'sampled', candidate: again.proposal.id, samples: [one.again?.score ?? 0] }]
                : [];
            for (const journal of [memory, sqlite]) journal.append(() => [...events, ...more]);
            expect(standing(memory.view(), nth)).toEqual(standing(sqlite.view(), nth));
          }
          store.close();
        },
      ),
      { numRuns: 25 },
    );
  });
});

function standing(view: View, count: number): unknown {
  const ids = ['seed', ...Array.from({ length: count }, (_, index) => `c${index + 1}`)];
  return {
    claims: [view.claims('pool', 0, 99), view.claims('pool', 2, 3)],
    kin: ids.map((id) => view.kin(id)),
    children: ids.map((id) => idsOf(view.children(id, 3))),
    placed: idsOf(view.placed(5)),
    arms: (['control', 'idle', 'partner'] as const).map((arm) => [idsOf(view.arm(arm, 9)), idsOf(view.arm(arm, 2, 1))]),
    improvements: view.improvements(9),
    top: idsOf(view.top('pool', 99)),
    size: view.homeSize('pool'),
    worst: view.worst('pool')?.proposal.id,
    unfinished: idsOf(view.unfinished(9)),
    unplaced: view.unplaced()?.proposal.id,
    ranking: idsOf(view.ranking(99)),
    twin: [view.sameTree('twin')?.proposal.id, view.sameForm('ftwin')?.proposal.id],
    best: view.best()?.proposal.id,
    run: { counts: view.counts(), bests: view.run()?.bests, bestAt: view.run()?.bestAt },
  };
}
