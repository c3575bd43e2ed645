import { describe, expect, it } from 'vitest';
import type { Evaluation } from './evaluation.ts';
import { mayImprove } from './improvement.ts';

const scored = (...samples: number[]): Evaluation => ({
  outcome: 'scored',
  epoch: 1,
  samples,
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});

describe('mayImprove', () => {
  it('wants a strictly better score where there is no noise', () => {
    const steady = { direction: 'max', noisy: false } as const;
    expect(mayImprove([2], scored(1), steady)).toBe(true);
    expect(mayImprove([1], scored(1), steady)).toBe(false);
    expect(mayImprove([0.5], scored(1), { ...steady, direction: 'min' })).toBe(true);
  });

  it('gives bad luck a chance where there is noise, but not what is far off', () => {
    const noisy = { direction: 'max', noisy: true } as const;
    expect(mayImprove([9.9], scored(10, 10.4, 9.7), noisy)).toBe(true);
    expect(mayImprove([5], scored(10, 10.4, 9.7), noisy)).toBe(false);
    expect(mayImprove([5], scored(10), noisy)).toBe(true);
  });

  it('has nothing against what is not compared', () => {
    expect(mayImprove([1], undefined, { direction: 'max', noisy: false })).toBe(true);
    const invalid: Evaluation = { outcome: 'invalid', epoch: 1, reason: 'x', stages: [] };
    expect(mayImprove([1], invalid, { direction: 'max', noisy: false })).toBe(true);
  });
});
