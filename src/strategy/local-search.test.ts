import { expect, test } from 'vitest';
import { rng } from '../domain/rng.ts';
import { drawLocal, type LocalState, learnLocal, startLocal } from './local-search.ts';

const only = (state: LocalState) => state[0] ?? { step: Number.NaN, lean: 0, weight: Number.NaN };
const told = (...results: readonly (readonly [number, 'better' | 'equal' | 'worse' | 'invalid'])[]): LocalState =>
  results.reduce((state, [by, outcome]) => learnLocal(state, [{ index: 0, by }], outcome), startLocal(1));

test('goes on twice as far where it went well, and turns round where it did not', () => {
  expect(only(told([0.3, 'better']))).toMatchObject({ step: 0.6, lean: 1 });
  expect(only(told([0.3, 'worse']))).toMatchObject({ step: 0.15, lean: -1 });
  expect(only(told([0.3, 'worse'], [-0.15, 'better']))).toMatchObject({ step: 0.3, lean: -1 });
});

test('an invalid result turns round, one that changes nothing also goes farther', () => {
  expect(only(told([0.3, 'invalid']))).toMatchObject({ step: 0.3, lean: -1 });
  expect(only(told([0.3, 'equal'])).step).toBeCloseTo(0.45);
});

test('the next draw follows the lean', () => {
  const state = told([-0.3, 'better']);
  for (let seed = 0; seed < 50; seed++) expect(drawLocal(state, rng(seed)).by).toBeLessThan(0);
});

test('of two moved at once each learns half, and a failure turns neither round', () => {
  const both = [
    { index: 0, by: 0.3 },
    { index: 1, by: -0.3 },
  ];
  const better = learnLocal(startLocal(3), both, 'better');
  expect(better.map(({ lean }) => lean)).toEqual([1, -1, 0]);
  expect(only(better).step).toBeCloseTo(0.3 * Math.SQRT2);
  expect(learnLocal(better, both, 'worse').map(({ lean }) => lean)).toEqual([1, -1, 0]);
});

test('a step that has become too fine starts over', () => {
  let state = startLocal(1);
  const steps = Array.from({ length: 30 }, () => {
    state = learnLocal(state, [{ index: 0, by: 1 }], 'worse');
    return only(state).step;
  });
  expect(Math.min(...steps)).toBeLessThan(2e-4);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(1e-4);
  expect(steps).toContain(0.3);
});

test('draws go where they have paid, but never to one number only', () => {
  let state = startLocal(4);
  for (let i = 0; i < 20; i++) {
    state = learnLocal(state, [{ index: 0, by: 0.1 }], 'better');
    for (const index of [1, 2, 3]) state = learnLocal(state, [{ index, by: 0.1 }], 'equal');
  }
  const counts = [0, 0, 0, 0];
  for (let seed = 0; seed < 1000; seed++) {
    const { index } = drawLocal(state, rng(seed));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  expect(counts[0]).toBeGreaterThan(600);
  expect(Math.min(...counts)).toBeGreaterThan(60);
});
