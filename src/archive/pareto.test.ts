import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dominates } from '../domain/compare.ts';
import type { Objective } from '../domain/config.ts';
import { cover, winners } from './cover.ts';
import { keysOf } from './front.ts';
import { pareto } from './pareto.ts';
import { keepsBest, member, play } from './placing.fixture.ts';
import { taskKeys } from './value.ts';

const OBJECTIVES: readonly Objective[] = [
  { metric: 'latency', direction: 'min' },
  { metric: 'size', direction: 'min' },
];
const small = fc.integer({ min: 0, max: 5 });
const directions = fc.constantFrom('max' as const, 'min' as const);
const scores = fc.option(small, { nil: null, freq: 9 });
const named = <T>(arbitrary: fc.Arbitrary<T>, make: (id: string, one: T) => ReturnType<typeof member>) =>
  fc.array(arbitrary, { maxLength: 30 }).map((all) => all.map((one, index) => make(`c${index}`, one)));
const fronts = named(
  fc.record({
    score: scores,
    metrics: fc.oneof(
      { weight: 8, arbitrary: fc.record({ latency: small }) },
      { weight: 1, arbitrary: fc.constant({}) },
    ),
    traits: fc.record({ size: small }),
  }),
  member,
);
const tasked = named(
  fc.record({
    score: scores,
    tasks: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'score', 'constructor'), small),
    taskDirections: fc.constant({ b: 'min' as const }),
  }),
  member,
);
type Members = readonly ReturnType<typeof member>[];
const keys = (members: Members, direction: 'max' | 'min') =>
  members.map((one) => keysOf(one, OBJECTIVES, direction)).filter(([score]) => score !== null);
const column = (all: readonly (readonly (number | null)[])[], index: number): readonly number[] =>
  all.map((one) => one[index] ?? Number.NEGATIVE_INFINITY);

describe('pareto over objectives', () => {
  it('keeps exactly what nobody ever placed dominates, in any order', () => {
    fc.assert(
      fc.property(fronts, directions, (members, direction) => {
        const archive = pareto({ objectives: OBJECTIVES, direction });
        const alive = (all: Members) =>
          keys(play(archive, all, direction).at(-1) ?? [], direction).map((one) => one.join());
        const placed = keys(members, direction);
        const expected = placed
          .filter((one) => !placed.some((other) => dominates(other, one)))
          .map((one) => one.join());
        expect(alive(members).sort()).toEqual([...new Set(expected)].sort());
        expect(alive(members.toReversed()).sort()).toEqual(alive(members).sort());
      }),
    );
  });

  it('keeps its capacity, the best by every objective and the best by score', () => {
    fc.assert(
      fc.property(fronts, directions, fc.integer({ min: 3, max: 5 }), (members, direction, capacity) => {
        const archive = pareto({ objectives: OBJECTIVES, direction, capacity });
        for (const [index, living] of play(archive, members, direction).entries()) {
          const placed = members.slice(0, index + 1);
          expect(living.length).toBeLessThanOrEqual(capacity);
          expect(keepsBest(living, placed, direction)).toBe(true);
          const [now, ever] = [keys(living, direction), keys(placed, direction)];
          for (const one of now) expect(now.some((other) => dominates(other, one))).toBe(false);
          for (const axis of [1, 2]) expect(Math.max(...column(now, axis))).toBe(Math.max(...column(ever, axis)));
        }
      }),
    );
  });

  it('drops who is most crowded', () => {
    const at = (id: string, score: number, latency: number) => member(id, { score, metrics: { latency } });
    const archive = pareto({ objectives: OBJECTIVES.slice(0, 1), direction: 'max', capacity: 4 });
    const all = [at('a', 0, 0), at('b', 5, 5), at('c', 10, 10), at('d', 2, 2), at('e', 5.5, 5.5)];
    expect(
      play(archive, all, 'max')
        .at(-1)
        ?.map(({ id }) => id),
    ).toEqual(['a', 'c', 'd', 'e']);
  });
});

describe('pareto by task', () => {
  const best = (members: Members, direction: 'max' | 'min') => {
    const found = new Map<string, number>();
    for (const one of members)
      for (const [task, key] of taskKeys(one, direction)) found.set(task, Math.max(key, found.get(task) ?? key));
    return Object.fromEntries([...found].sort());
  };

  it('always has the best of every task and the best by score among the living, and nobody who adds nothing', () => {
    fc.assert(
      fc.property(tasked, directions, (members, direction) => {
        const archive = pareto({ objectives: [], direction });
        for (const [index, living] of play(archive, members, direction).entries()) {
          const placed = members.slice(0, index + 1);
          expect(best(living, direction)).toEqual(best(placed, direction));
          expect(keepsBest(living, placed, direction)).toBe(true);
          for (const one of living) {
            const rest = living.filter((other) => other !== one);
            const needed =
              JSON.stringify(best(rest, direction)) !== JSON.stringify(best(placed, direction)) ||
              !keepsBest(rest, placed, direction);
            expect(needed).toBe(true);
          }
        }
      }),
    );
  });

  it('counts the tasks that each wins, by the direction of the task', () => {
    const all = [
      member('a', { score: 2, tasks: { fast: 1, small: 9 }, taskDirections: { small: 'min' } }),
      member('b', { score: 1, tasks: { fast: 1, small: 3 }, taskDirections: { small: 'min' } }),
    ];
    expect(winners(all, 'max')).toEqual([
      { id: 'a', tasks: ['fast'], leads: true },
      { id: 'b', tasks: ['fast', 'small'], leads: false },
    ]);
  });

  it('keeps who wins most and the best by score when there are more winners than it can hold', () => {
    const all = [
      { id: 'a', tasks: [], leads: true },
      { id: 'b', tasks: ['x'], leads: false },
      { id: 'c', tasks: ['y', 'z'], leads: false },
    ];
    expect(cover(all, 2).map(({ id }) => id)).toEqual(['a', 'c']);
  });
});
