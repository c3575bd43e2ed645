import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankKey } from '../domain/compare.ts';
import type { Axis } from '../domain/config.ts';
import { rng } from '../domain/rng.ts';
import { binOf, cellOf } from './cell.ts';
import { anyElite, grid } from './grid.ts';
import { keepsBest, member, play } from './placing.fixture.ts';

const AXES: readonly Axis[] = [
  { metric: 'latency', bins: 4, least: 0, most: 8 },
  { metric: 'size', bins: 3, origin: 10 },
];

const directions = fc.constantFrom('max' as const, 'min' as const);
const numbers = fc.record({
  score: fc.option(fc.integer({ min: -4, max: 4 }), { nil: null, freq: 8 }),
  metrics: fc.oneof(
    { weight: 6, arbitrary: fc.record({ latency: fc.integer({ min: -2, max: 10 }) }) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ latency: Number.NaN }) },
  ),
  traits: fc.record({ size: fc.integer({ min: 1, max: 40 }) }),
});
const histories = fc.array(numbers, { maxLength: 30 }).map((all) => all.map((one, index) => member(`c${index}`, one)));

describe('grid', () => {
  it('has one elite per cell: the best that was ever placed there, the first of equals', () => {
    fc.assert(
      fc.property(histories, directions, (members, direction) => {
        const living = play(grid({ axes: AXES, direction }), members, direction).at(-1) ?? [];
        const elites = new Map<string, { id: string; key: number }>();
        for (const one of members) {
          const [cell, key] = [cellOf(AXES, one), rankKey(one.evaluation, direction)];
          if (cell.kind === 'none' || key === null) continue;
          const before = elites.get(cell.bins.join());
          if (before === undefined || key > before.key) elites.set(cell.bins.join(), { id: one.id, key });
        }
        const settled = living.filter((one) => cellOf(AXES, one).kind === 'cell').map(({ id }) => id);
        expect(settled.sort()).toEqual([...elites.values()].map(({ id }) => id).sort());
        const guests = living.filter((one) => cellOf(AXES, one).kind === 'none');
        expect(guests.length).toBeLessThanOrEqual(1);
        for (const guest of guests) expect(keepsBest([guest], members, direction)).toBe(true);
      }),
    );
  });

  it('never loses the best, even one without a cell', () => {
    fc.assert(
      fc.property(histories, directions, (members, direction) => {
        for (const [index, living] of play(grid({ axes: AXES, direction }), members, direction).entries())
          expect(keepsBest(living, members.slice(0, index + 1), direction)).toBe(true);
      }),
    );
  });

  it('says why one has no place', () => {
    const archive = grid({ axes: AXES, direction: 'max' });
    const elite = member('a', { score: 3, metrics: { latency: 1 }, traits: { size: 10 } });
    const home = { name: 'home', size: 1, worst: () => elite, top: () => [elite] };
    const place = (score: number | null, metrics = {}) =>
      archive.place(home, member('b', { score, metrics, traits: { size: 10 } }));
    expect(place(2)).toEqual({ kind: 'refused', reason: 'has no latency' });
    expect(place(3, { latency: 1.5 })).toEqual({ kind: 'refused', reason: 'a is better in its cell' });
    expect(place(null)).toEqual({ kind: 'refused', reason: 'invalid' });
    expect(place(4, { latency: 0 })).toEqual({ kind: 'kept', home: 'grid', evicted: ['a'] });
    expect(place(2, { latency: 7 })).toEqual({ kind: 'kept', home: 'grid', evicted: [] });
  });
});

describe('a bin', () => {
  it('is one of the axis, and never falls as the value rises', () => {
    const axes = fc.oneof(
      fc.record({
        metric: fc.constant('a'),
        bins: fc.integer({ min: 2, max: 20 }),
        origin: fc.integer({ min: 1, max: 99 }),
      }),
      fc.record({
        metric: fc.constant('a'),
        bins: fc.integer({ min: 2, max: 20 }),
        least: fc.constant(-3),
        most: fc.constant(7),
      }),
    );
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(axes, value, value, (axis, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((one) => binOf(axis, one));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThan(axis.bins);
        expect(low).toBeLessThanOrEqual(high ?? Number.NaN);
      }),
    );
  });

  it('without bounds is a step of √2, with the seed in the middle of the middle', () => {
    const axis = { metric: 'size', bins: 9, origin: 100 };
    expect([100, 118, 120, 142, 200, 283, 400, 9999].map((size) => binOf(axis, size))).toEqual([
      4, 4, 5, 5, 6, 7, 8, 8,
    ]);
    expect([85, 84, 70, 50, 25, 0, -5].map((size) => binOf(axis, size))).toEqual([4, 3, 3, 2, 0, 0, 0]);
  });
});

describe('anyElite', () => {
  it('draws parents and other mates evenly', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const view: Parameters<typeof anyElite.parent>[0] = Object.assign(Object.create(null), {
      homeSize: () => ids.length,
      claims: (_home: string, from: number, limit: number) =>
        ids.slice(from, from + limit).map((id) => ({ id, kids: 0 })),
    });
    const random = rng(1, 'test');
    const shares = (draw: () => string | undefined) => {
      const count = new Map<string, number>();
      for (let nth = 0; nth < 3000; nth++) {
        const id = draw() ?? 'nobody';
        count.set(id, (count.get(id) ?? 0) + 1);
      }
      return [...count].sort();
    };
    const even = (drawn: readonly (readonly [string, number])[], of: readonly string[]) => {
      expect(drawn.map(([id]) => id)).toEqual(of);
      for (const [, times] of drawn) expect(Math.abs(times - 3000 / of.length)).toBeLessThan(150);
    };
    even(
      shares(() => anyElite.parent(view, random)),
      ids,
    );
    even(
      shares(() => anyElite.mate(view, 'b', random)),
      ['a', 'c', 'd'],
    );
  });
});
