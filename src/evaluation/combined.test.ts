import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combined, meanOf, offScale, scaled } from './combined.ts';

const verdict = (score: number, weight = 1, judge = 'llm:a') => ({ judge, weight, score });
const measured = (score: number) => ({ kind: 'score', channel: 'json', score, metrics: { time: 3 } }) as const;

describe('a combined score', () => {
  it('is the verdict where nothing is measured', () => {
    const metrics = { 'efficiency-score': 0.7 };
    expect(combined(undefined, [verdict(7)], { weight: 1 })).toEqual({
      kind: 'score',
      channel: 'judge',
      score: 0.7,
      metrics,
    });
  });

  it('is the mean of both unless weights are given, beside what the benchmark reports', () => {
    const both = combined(measured(0.5), [verdict(7)], { weight: 0.5 });
    expect(both).toMatchObject({ channel: 'json', score: 0.6 });
    expect(both.metrics).toEqual({ time: 3, 'efficiency-score': 0.7, 'benchmark-score': 0.5 });
    expect(combined(measured(0.5), [verdict(10)], { weight: 0.2 }).score).toBeCloseTo(0.6, 12);
  });

  it('has each of several judges, by weight', () => {
    const verdicts = [verdict(8, 3, 'llm:a'), verdict(4, 1, 'llm:b')];
    expect(meanOf(verdicts)).toBe(0.7);
    expect(combined(undefined, verdicts, { weight: 1 }).metrics).toEqual({
      'efficiency-score': 0.7,
      'judge/llm:a': 0.8,
      'judge/llm:b': 0.4,
    });
  });

  it('takes what a scale maps, whichever way it goes, and no more than its ends', () => {
    expect(scaled(25, { scale: [0, 100] })).toBe(0.25);
    expect(scaled(25, { scale: [100, 0] })).toBe(0.75);
    const metric = (score: number) =>
      combined(measured(score), [verdict(5)], { weight: 0.5, scale: [100, 0] }).metrics['benchmark-score'];
    expect([metric(250), metric(-1), metric(20)]).toEqual([0, 1, 0.8]);
  });

  it('says of a number that it is off the scale', () => {
    expect(offScale(250, { weight: 0.5 })).toBe('scored 250, which is not between 0 and 1');
    expect(offScale(250, { weight: 0.5, scale: [200, 0] })).toMatch(/between 200 and 0/);
    expect([0, 0.3, 1].map((score) => offScale(score, { weight: 0.5 }))).toEqual([undefined, undefined, undefined]);
  });

  it('lies between 0 and 1 and grows with each part', () => {
    const score = fc.integer({ min: 1, max: 10 });
    const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(score, number, fc.double({ min: 0.01, max: 1, noNaN: true }), (said, ran, weight) => {
        const one = combined(measured(ran), [verdict(said)], { weight, scale: [-10, 10] }).score;
        const more = combined(measured(ran + 1), [verdict(Math.min(10, said + 1))], { weight, scale: [-10, 10] }).score;
        expect(one >= 0 && one <= 1).toBe(true);
        expect(more).toBeGreaterThanOrEqual(one);
      }),
    );
  });
});
