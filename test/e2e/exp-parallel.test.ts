import { describe, it } from 'vitest';
import { sixtyFour } from './exp-many.ts';

describe('many at once', () => {
  it('64 experiments are allocated on a repository of 1,000 files', () => sixtyFour(1_000), 600_000);
});
