import { expect, test } from 'vitest';
import { rng } from '../domain/rng.ts';
import { type CmaState, drawCma, startCma, tellCma } from './cma.ts';

/** What is left of the function after so many draws, each around the best so far. */
function minimise(f: (x: readonly number[]) => number, start: readonly number[], draws: number, seed: number): number {
  let state = startCma(start.length);
  let best = start;
  for (let i = 0; i < draws; i++) {
    const by = drawCma(state, rng(seed, i));
    const x = best.map((value, j) => value + (by[j] ?? 0));
    const better = f(x) < f(best);
    state = tellCma(state, by, better ? 'better' : 'worse');
    if (better) best = x;
  }
  return f(best) / f(start);
}

const worst = (run: (seed: number) => number): number => Math.max(...Array.from({ length: 5 }, (_, seed) => run(seed)));

test('a sphere in five numbers', () => {
  const sphere = (x: readonly number[]): number => x.reduce((sum, v) => sum + (v - 3) ** 2, 0);
  expect(worst((seed) => minimise(sphere, [0, 1, 2, 4, 5], 600, seed))).toBeLessThan(1e-6);
});

// Both take a covariance: with equal spread in all directions they stay above 1e-3.
test('a narrow valley along no axis', () => {
  const valley = (x: readonly number[]): number => {
    const [a = 0, b = 0, c = 0] = x;
    return (a + b + c - 6) ** 2 + 1000 * (a - b) ** 2 + 1e6 * (b - c) ** 2;
  };
  expect(worst((seed) => minimise(valley, [-1, 0, 1], 1200, seed))).toBeLessThan(1e-6);
});

test('the curved valley of Rosenbrock', () => {
  const rosenbrock = ([a = 0, b = 0]: readonly number[]): number => 100 * (b - a * a) ** 2 + (1 - a) ** 2;
  expect(worst((seed) => minimise(rosenbrock, [-1.2, 1], 1200, seed))).toBeLessThan(1e-6);
});

test('starts over when the size has collapsed', () => {
  let state: CmaState = startCma(2);
  const sizes = Array.from({ length: 200 }, () => {
    state = tellCma(state, [0.1, 0.1], 'worse');
    return state.sigma;
  });
  expect(Math.min(...sizes)).toBeLessThan(1e-3);
  expect(sizes).toContain(startCma(2).sigma);
});

test('a size that only grows stays finite', () => {
  let state: CmaState = startCma(3);
  for (let i = 0; i < 2000; i++) state = tellCma(state, drawCma(state, rng(1, i)), 'better');
  expect(drawCma(state, rng(2)).every(Number.isFinite)).toBe(true);
});
