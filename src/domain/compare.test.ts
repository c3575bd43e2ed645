import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beside, better, byRankKey, gain, median, paired, rankKey, reaches } from './compare.ts';
import type { Evaluation } from './evaluation.ts';
import { rng } from './rng.ts';

const scored = (...samples: number[]): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples,
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});
const invalid: Evaluation = { outcome: 'invalid', epoch: 0, reason: '', stages: [] };

describe('beside the unchanged code', () => {
  it('any difference counts where it always scores the same', () => {
    expect(beside([5], [5, 5], 'max')).toBe('same');
    expect(beside([5.001], [5, 5], 'max')).toBe('better');
    expect(beside([5.001], [5], 'min')).toBe('worse');
    expect(beside([0], [0, 0], 'min')).toBe('same');
    expect(beside([-1], [0], 'min')).toBe('better');
  });

  it('noise is no difference, and a thousandth of a noisy time is one', () => {
    expect(beside([1.3], [1, 1.2, 1.1], 'min')).toBe('same');
    expect(beside([0.001], [1, 3, 2], 'min')).toBe('better');
    expect(beside([0.2], [-1, 1], 'max')).toBe('same');
    expect(beside([1e300], [-1, 1], 'max')).toBe('better');
  });

  it('what lies between two of its scores is the same, and the direction turns the rest round', () => {
    const score = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 6 }), score, (unchanged, one) => {
        if (one >= Math.min(...unchanged) && one <= Math.max(...unchanged))
          expect(beside([one], unchanged, 'max')).toBe('same');
        const turned = { better: 'worse', same: 'same', worse: 'better' } as const;
        const found = beside([one], unchanged, 'max');
        expect(beside([one], unchanged, 'min')).toBe(turned[found]);
      }),
    );
  });
});

describe('compare', () => {
  it('takes the median', () => {
    expect(median([3])).toBe(3);
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([-10, 2, 100])).toBe(2);
  });

  it('knows the direction', () => {
    expect(better(scored(2), scored(1), 'max')).toBe(true);
    expect(better(scored(2), scored(1), 'min')).toBe(false);
    expect(better(scored(1), scored(1), 'max')).toBe(false);
    expect(reaches(5, 5, 'min')).toBe(true);
    expect(reaches(5, 6, 'max')).toBe(false);
  });

  it('never ranks what is invalid above a score, however low', () => {
    expect(better(invalid, scored(-1e300), 'max')).toBe(false);
    expect(better(scored(-1e300), invalid, 'max')).toBe(true);
    expect(better(invalid, invalid, 'min')).toBe(false);
    expect(rankKey(invalid, 'max')).toBeNull();
    expect(rankKey({ outcome: 'broken', reason: '', stages: [] }, 'max')).toBeNull();
  });

  it('orders totally', () => {
    const key = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null });
    fc.assert(
      fc.property(key, key, key, (a, b, c) => {
        expect(Math.sign(byRankKey(a, b))).toBe(0 - Math.sign(byRankKey(b, a)) || 0);
        if (byRankKey(a, b) <= 0 && byRankKey(b, c) <= 0) expect(byRankKey(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('gives the gain in the direction of the run', () => {
    expect(gain([12], [10], 'max')).toEqual({ delta: 2, percent: 20, better: true });
    expect(gain([8], [10], 'min')).toEqual({ delta: -2, percent: 20, better: true });
    expect(gain([-8], [-10], 'max')).toEqual({ delta: 2, percent: 20, better: true });
    expect(gain([1], [0], 'max').percent).toBeNull();
  });

  it('tells a difference that every pair shows from one that chance could give', () => {
    const [low, high] = [
      [1, 2, 3, 4, 5, 6],
      [2, 3, 4, 5, 6, 7],
    ];
    expect(paired(high, low, 'max')).toMatchObject({ verdict: 'better', p: 2 / 64, delta: 1, better: true });
    expect(paired(high, low, 'min')).toMatchObject({ verdict: 'worse', better: false });
    expect(paired([1, 2], [0, 1], 'max')).toMatchObject({ verdict: 'undecided', p: 0.5 });
    expect(paired([7, 7], [7, 7], 'max')).toMatchObject({ verdict: 'equal', p: 1 });
  });

  it('draws the flips of many pairs, the same ones each time', () => {
    const others = Array.from({ length: 20 }, (_, index) => 10 + (index % 7));
    const samples = others.map((other, index) => other + ((index * 7) % 11) - 4);
    expect(paired(samples, others, 'max').p).toBe(2680 / 10_001);
    expect(paired(samples, others, 'min').p).toBe(2680 / 10_001);
  });

  it('is wrong about equal candidates as seldom as it says', () => {
    for (const [pairs, trials] of [
      [7, 300],
      [20, 100],
    ] as const) {
      const wrong = Array.from({ length: trials }, (_, trial) => {
        const random = rng(trial, pairs);
        const draw = () => Array.from({ length: pairs }, () => 100 + random.normal());
        return paired(draw(), draw(), 'max').verdict;
      }).filter((verdict) => verdict !== 'undecided');
      expect(wrong.length / trials).toBeLessThan(0.08);
    }
  });

  it('says the opposite of the opposite', () => {
    const samples = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 6 });
    const opposite = { better: 'worse', worse: 'better', equal: 'equal', undecided: 'undecided' } as const;
    fc.assert(
      fc.property(samples, samples, (a, b) => {
        expect(paired(b, a, 'max').verdict).toBe(opposite[paired(a, b, 'max').verdict]);
        expect(paired(a, b, 'min').verdict).toBe(opposite[paired(a, b, 'max').verdict]);
      }),
    );
  });
});
