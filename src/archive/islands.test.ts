import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ISLANDS, type Islands } from '../domain/config.ts';
import { type Step, settle } from './island-world.fixture.ts';
import { every, settled } from './islands.ts';

const settings = (given: Partial<Islands>): Islands => ({ ...ISLANDS, ...given });
const copiesOf = ({ placement }: Step) => (placement.kind === 'kept' ? (placement.copies ?? []) : []);

describe('islands', () => {
  it('begin with the seed on each', () => {
    const copies = ['island-1', 'island-2'].map((home) => ({ candidate: 'seed', home, evicted: [] }));
    expect(settled(ISLANDS, 'seed')).toEqual({ kind: 'kept', home: 'island-0', evicted: [], copies });
    expect(settled(settings({ count: 1 }), 'seed')).toEqual({ kind: 'kept', home: 'island-0', evicted: [] });
  });

  it('take in newcomers by turns, and turn away what has no score', () => {
    const steps = settle(ISLANDS, [1, 2, 3, 4, null], 'max');
    expect(steps.map(({ placement }) => (placement.kind === 'kept' ? placement.home : placement.reason))).toEqual([
      'island-0',
      'island-1',
      'island-2',
      'island-0',
      'invalid',
    ]);
  });

  it('copy the best of each to all others with every tenth that is kept', () => {
    const steps = settle(ISLANDS, [1, 2, 3, ...Array.from({ length: 7 }, () => -1)], 'max');
    expect(steps.flatMap(copiesOf)).toEqual([
      { candidate: 'c1', home: 'island-1', evicted: [] },
      { candidate: 'c1', home: 'island-2', evicted: [] },
      { candidate: 'c2', home: 'island-0', evicted: [] },
      { candidate: 'c2', home: 'island-2', evicted: [] },
      { candidate: 'c3', home: 'island-0', evicted: [] },
      { candidate: 'c3', home: 'island-1', evicted: [] },
    ]);
    expect(steps.at(-1)?.people.get('island-1')).toEqual(['c3', 'c2', 'c1', 'seed', 'c5', 'c8']);
  });

  it('copy the first of equals, also where the newest of them has just come', () => {
    const steps = settle(settings({ count: 2, interval: 3 }), [5, 1, 5], 'max');
    expect(steps.flatMap(copiesOf)).toEqual([
      { candidate: 'c1', home: 'island-1', evicted: [] },
      { candidate: 'c2', home: 'island-0', evicted: [] },
    ]);
  });

  it('let the worst go where they are full, the newest of equals first', () => {
    const small = settings({ count: 1, capacity: 2, interval: 100 });
    const last = (scores: readonly number[]) => settle(small, scores, 'max').at(-1);
    expect(last([5, 7])?.placement).toMatchObject({ kind: 'kept', evicted: ['seed'] });
    expect(last([5, 5, 6])?.people.get('island-0')).toEqual(['c3', 'c1']);
    expect(last([5, 6, 5])?.placement).toEqual({ kind: 'refused', reason: 'outranked' });
  });

  it('are as full after a migration as they may be', () => {
    const small = settings({ count: 3, capacity: 1, interval: 3 });
    const steps = settle(small, [3, 1, 2], 'max');
    expect(copiesOf(steps[2] ?? steps[0] ?? fail())).toEqual([
      { candidate: 'c1', home: 'island-1', evicted: ['c2'] },
      { candidate: 'c1', home: 'island-2', evicted: ['c3'] },
    ]);
  });
});

function fail(): never {
  throw new Error('nothing was placed');
}

describe('islands of any size', () => {
  const world = fc.record({
    given: fc.record({
      count: fc.integer({ min: 1, max: 5 }),
      capacity: fc.integer({ min: 1, max: 6 }),
      interval: fc.integer({ min: 1, max: 7 }),
    }),
    scores: fc.array(fc.option(fc.integer({ min: -4, max: 8 }), { nil: null, freq: 8 }), { maxLength: 60 }),
    direction: fc.constantFrom('max' as const, 'min' as const),
  });
  const holds = (
    check: (steps: readonly Step[], of: Islands, scores: readonly (number | null)[], best: Best) => void,
  ) =>
    fc.assert(
      fc.property(world, ({ given, scores, direction }) => {
        const of = settings(given);
        const best: Best = (all) => (direction === 'max' ? Math.max(...all) : Math.min(...all));
        check(settle(of, scores, direction), of, scores, best);
      }),
      { numRuns: 300 },
    );
  type Best = (all: readonly number[]) => number;

  it('never hold more than fit, and nobody twice', () => {
    holds((steps, of) => {
      for (const { people } of steps)
        for (const home of every(of)) {
          const living = people.get(home) ?? [];
          expect(living.length).toBeGreaterThan(0);
          expect(living.length).toBeLessThanOrEqual(of.capacity);
          expect(new Set(living).size).toBe(living.length);
        }
    });
  });

  it('never lose the best of each, nor of all', () => {
    holds((steps, of, scores, best) => {
      const scoreOf = (id: string) => (id === 'seed' ? 0 : (scores[Number(id.slice(1)) - 1] ?? Number.NaN));
      const seen = new Map(every(of).map((home) => [home, [0]]));
      for (const { id, home, people, placement } of steps) {
        const score = scoreOf(id);
        if (!Number.isNaN(score)) seen.get(home)?.push(score);
        if (placement.kind === 'kept')
          for (const copy of placement.copies ?? []) seen.get(copy.home)?.push(scoreOf(copy.candidate));
        for (const name of every(of)) expect(scoreOf(people.get(name)?.[0] ?? '')).toBe(best(seen.get(name) ?? []));
      }
    });
  });

  it('copy at multiples of the interval alone, and then leave nobody without the best of all who could have it', () => {
    holds((steps, of, scores, best) => {
      let kept = 0;
      const all = [0];
      for (const step of steps) {
        const score = scores[Number(step.id.slice(1)) - 1];
        if (score !== null && score !== undefined) all.push(score);
        if (step.placement.kind === 'kept') kept++;
        const due = step.placement.kind === 'kept' && kept % of.interval === 0;
        if (!due) expect(copiesOf(step)).toEqual([]);
        else
          for (const home of every(of)) {
            const first = step.people.get(home)?.[0] ?? '';
            const has = first === 'seed' ? 0 : (scores[Number(first.slice(1)) - 1] ?? Number.NaN);
            expect(has).toBe(best(all));
          }
      }
    });
  });
});
