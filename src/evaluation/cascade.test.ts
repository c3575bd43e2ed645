import { expect, it } from 'vitest';
import type { Rung } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import { hurdlesOf } from './cascade.ts';

const rung = (name: string, threshold: number, of: Rung['of']): Rung => ({ name, command: 'true', threshold, of });
const seed = (metrics: Readonly<Record<string, number>>): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [1],
  comparisons: [],
  metrics,
  channel: 'number',
  stages: [],
});
const thresholds = (rungs: readonly Rung[], measured?: Evaluation) =>
  hurdlesOf(rungs, 'max', measured).map(({ threshold }) => threshold);

it('takes scores as they are, also for the seed, and shares of what the seed scored', () => {
  const rungs = [rung('quick', 5, 'score'), rung('half', 0.9, 'seed')];
  expect(thresholds(rungs)).toEqual([5, undefined]);
  expect(thresholds(rungs, seed({ 'cascade/half': 200 }))).toEqual([5, 180]);
});

it('takes a share below one towards worse whatever the sign', () => {
  expect(thresholds([rung('half', 0.9, 'seed')], seed({ 'cascade/half': -20 }))).toEqual([-22]);
  expect(thresholds([rung('half', 1.5, 'seed')], seed({ 'cascade/half': 4 }))).toEqual([6]);
});
