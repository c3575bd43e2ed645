import { describe, expect, it } from 'vitest';
import { operations } from './operations.ts';

describe('operations', () => {
  it.each([
    [2, 2, ['mutate', 'cross']],
    [2, 3, ['mutate', 'fresh']],
    [3, 2, ['mutate', 'cross', 'fresh']],
    [4, 2, ['mutate', 'mutate', 'cross', 'fresh']],
  ])('%i children in generation %i', (count, generation, expected) => {
    expect(operations(count, generation)).toEqual(expected);
  });

  it('comes to about half mutation, a quarter crossover and a quarter fresh over the generations', () => {
    for (const count of [1, 2, 4, 5, 8, 10]) {
      const all = Array.from({ length: 40 }, (_, generation) => operations(count, generation + 2)).flat();
      const share = (operation: string) => all.filter((one) => one === operation).length / all.length;
      expect(all).toHaveLength(40 * count);
      expect(share('mutate')).toBeGreaterThanOrEqual(0.4);
      expect(share('mutate')).toBeLessThanOrEqual(0.5);
      expect(share('cross')).toBeCloseTo(share('fresh'), 5);
    }
  });
});
