import { expect, test } from 'vitest';
import { rng } from '../domain/rng.ts';
import { drawShort, startShort, tellShort } from './short-search.ts';

/** What is left of the gap after 12 evaluations, the median of 40 programs whose numbers are off by up to four times. */
function left(count: number): number {
  const ratios = Array.from({ length: 40 }, (_, seed) => {
    const random = rng(seed, 'program', count);
    const optimum = Array.from({ length: count }, () => Math.exp(3 * random.normal()));
    const start = optimum.map((value) => value * 4 ** (2 * random.next() - 1));
    const gap = (x: readonly number[]): number =>
      x.reduce((sum, value, i) => sum + (value / (optimum[i] ?? 1) - 1) ** 2, 0);
    let state = startShort(start.map((value) => ({ value, integer: false })));
    let [lead, least]: [readonly number[], number] = [start, gap(start)];
    for (let turn = 0; turn < 12; turn++) {
      const x = drawShort(state, lead, rng(seed, turn));
      state = tellShort(JSON.parse(JSON.stringify(state)), x, lead, gap(x) < least ? 'better' : 'worse');
      if (gap(x) < least) [lead, least] = [x, gap(x)];
    }
    return least / gap(start);
  }).sort((a, b) => a - b);
  return ratios[20] ?? Number.NaN;
}

// The coordinate search leaves 0.44 of six numbers.
test.each([
  [1, 0.01],
  [2, 0.15],
  [3, 0.25],
  [6, 0.4],
])('twelve evaluations of %i numbers leave at most %d of the gap', (count, most) => {
  expect(left(count)).toBeLessThan(most);
});

test('after a step that failed comes the opposite one, once', () => {
  const dimensions = Array.from({ length: 6 }, (_, i) => ({ value: i + 1, integer: false }));
  const from = dimensions.map(({ value }) => value);
  const first = drawShort(startShort(dimensions), from, rng(1));
  const told = tellShort(startShort(dimensions), first, from, 'worse');
  const second = drawShort(told, from, rng(2));
  for (const [i, value] of second.entries()) expect(value + (first[i] ?? 0)).toBeCloseTo(2 * (from[i] ?? 0), 2);
  const third = drawShort(tellShort(told, second, from, 'worse'), from, rng(3));
  expect(third).not.toEqual(first);
});
