import type { Remark } from '../../domain/experiment.ts';
import type { Sight, Trial } from './sight.ts';

/** Of a run in which nothing has happened. */
export const NO_SIGHT: Sight = {
  active: [],
  endedMs: [],
  limitMs: Number.POSITIVE_INFINITY,
  calls: [],
  calledMs: {},
  roundsMs: [],
  trials: [],
  annotations: [],
};

/** One that was measured and is no better. */
export const trial = (id: string, more: Partial<Trial> = {}): Trial => ({
  id,
  hypothesis: `idea ${id}`,
  status: 'evaluated',
  attempt: 1,
  touched: [],
  score: 9,
  against: 10,
  regressed: true,
  createdAt: 0,
  changedAt: 0,
  ...more,
});

export const annotation = (experiment: string, text: string, at = 0): Remark => ({
  seq: at,
  at,
  kind: 'annotation',
  experiment,
  text,
});
