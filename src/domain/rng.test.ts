import { describe, expect, it } from 'vitest';
import { rng } from './rng.ts';

const draws = (count: number, ...keys: (string | number)[]) => {
  const random = rng(1, ...keys);
  return Array.from({ length: count }, () => random.next());
};

describe('rng', () => {
  it('gives the same draws for the same seed and keys, here and everywhere', () => {
    expect(draws(3, 'gen1-1', 'mutate')).toEqual(draws(3, 'gen1-1', 'mutate'));
    expect(draws(2, 'a')).toMatchInlineSnapshot(`
      [
        0.33118678559549153,
        0.3129546558484435,
      ]
    `);
  });

  it('gives other draws for other keys, and keeps keys apart', () => {
    expect(draws(1, 'a')).not.toEqual(draws(1, 'b'));
    expect(draws(1, 'ab', 'c')).not.toEqual(draws(1, 'a', 'bc'));
    expect(rng(2, 'a').next()).not.toBe(rng(1, 'a').next());
  });

  it('is uniform and normal', () => {
    const random = rng(7, 'shape');
    const uniform = Array.from({ length: 20_000 }, () => random.next());
    const normal = Array.from({ length: 20_000 }, () => random.normal());
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(uniform)).toBeCloseTo(0.5, 1);
    expect(Math.min(...uniform)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...uniform)).toBeLessThan(1);
    expect(mean(normal)).toBeCloseTo(0, 1);
    expect(mean(normal.map((value) => value * value))).toBeCloseTo(1, 1);
    expect(new Set(Array.from({ length: 200 }, () => random.int(5)))).toEqual(new Set([0, 1, 2, 3, 4]));
  });
});
