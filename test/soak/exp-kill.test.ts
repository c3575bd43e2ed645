import { describe } from 'vitest';
import { killedAnywhere } from '../e2e/exp-kills.ts';

describe('experiments that are killed at every boundary', () =>
  killedAnywhere({ eval: 1, new: 1, discard: 1, rescore: 1 }));
