import { describe, it } from 'vitest';
import { sixtyFour } from '../e2e/exp-many.ts';

describe('many at once', () => {
  it('64 experiments are allocated on a repository of 20,000 files', () => sixtyFour(20_000));
});
