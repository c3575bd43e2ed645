import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

describe('the nearest word', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('%s is so far from %s', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is as far one way as the other, and zero only from itself', () => {
    assert(
      property(string({ maxLength: 12 }), string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('is none when all are far', () => {
    expect(nearest('colour', ['k', 'files', 'gates'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
    expect(nearest('Stop_At', ['stop-at', 'stale'])).toBe('stop-at');
  });

  const known = ['k', 'generations', 'stale', 'budget-evals', 'direction'];

  it.each([
    ['generatons', 'generations'],
    ['genreations', 'generations'],
    ['Stale', 'stale'],
    ['stlae', 'stale'],
    ['budget_evals', 'budget-evals'],
    ['directoin', 'direction'],
    ['kk', 'k'],
    ['colour', undefined],
    ['xyz', undefined],
  ])('%s stands for %s', (word, meant) => {
    expect(nearest(word, known)).toBe(meant);
  });
});
