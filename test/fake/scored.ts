import type { Evaluation } from '../../src/domain/evaluation.ts';

/** Measured once, with nothing but a score. */
export const scored = (score: number): Extract<Evaluation, { outcome: 'scored' }> => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});
