import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const known = ['k', 'generations', 'stale', 'budget-evals', 'direction'];

test.each([
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
