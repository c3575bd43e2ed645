import { describe, it } from 'vitest';
import { fruitless } from '../e2e/noisy.ts';

describe('a noisy benchmark, the long version', () => {
  it.each([1000, 100_000, 200_000])('makes no gain out of 200 candidates that are all the same (noise %i)', (seed) => {
    fruitless(200, seed);
  });
});
