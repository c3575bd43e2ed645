import { describe, expect, it } from 'vitest';
import type { Direction } from './compare.ts';
import { forecast } from './forecast.ts';
import { type Rng, rng } from './rng.ts';
import type { Improvement } from './view.ts';

/** How the best goes on from one evaluation to the next. */
interface Shape {
  readonly direction: Direction;
  readonly seed: number;
  /** What comes after the best at the nth evaluation. */
  readonly next: (best: number, nth: number, random: Rng) => number;
}

const exponential = (random: Rng): number => -Math.log(1 - random.next());

const SHAPES: Readonly<Record<string, Shape>> = {
  'the best of plain samples': {
    direction: 'max',
    seed: 100,
    next: (best, _nth, random) => Math.max(best, 100 + 5 * random.normal()),
  },
  'scores across 0': { direction: 'max', seed: 0, next: (best, _nth, random) => Math.max(best, random.normal()) },
  'an error of plain samples': {
    direction: 'min',
    seed: 1,
    next: (best, _nth, random) => Math.min(best, random.next()),
  },
  'a way that goes on': {
    direction: 'min',
    seed: 1,
    next: (best, _nth, random) => (random.next() < 0.2 ? best * Math.exp(-0.2 * exponential(random)) : best),
  },
  'gains that shrink': {
    direction: 'max',
    seed: 1,
    next: (best, nth, random) => (random.next() < 0.3 ? best + 0.5 * nth ** -1.3 * exponential(random) : best),
  },
  'a limit that is neared': {
    direction: 'max',
    seed: 1,
    next: (best, _nth, random) => (random.next() < 0.25 ? best + (2 - best) * 0.25 * random.next() : best),
  },
  'rare steps': {
    direction: 'max',
    seed: 10,
    next: (best, _nth, random) => (random.next() < 1 / 30 ? best + exponential(random) : best),
  },
};

const bestAfter = (shape: Shape, evaluations: number, random: Rng): readonly number[] => {
  const bests = [shape.seed];
  for (let nth = 1; nth <= evaluations; nth++) bests.push(shape.next(bests[nth - 1] ?? shape.seed, nth, random));
  return bests;
};

const curveOf = (bests: readonly number[]): readonly Improvement[] =>
  bests
    .map((score, evaluations) => ({ candidate: `c${evaluations}`, evaluations, score }))
    .filter(({ score }, index) => index === 0 || score !== bests[index - 1])
    .slice(-64);

const RUNS = 300;

/** How often the limits hold, and the mean forecast beside the mean of what came. */
function tried(shape: Shape, spent: number, evaluations: number): { coverage: number; ratio: number } {
  const found = Array.from({ length: RUNS }, (_, run) => {
    const bests = bestAfter(shape, spent + evaluations, rng(run, 'forecast'));
    const told = forecast(curveOf(bests.slice(0, spent + 1)), spent, evaluations, shape.direction);
    if (told === undefined) return [];
    const [before = 0, after = 0] = [bests[spent], bests[spent + evaluations]];
    const came = Math.abs(after - before) / (told.relative ? Math.abs(before) : 1);
    return [{ told: told.gain, came, held: came >= told.low && came <= told.high + 1e-12 }];
  }).flat();
  const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((total, one) => total + of(one), 0);
  return {
    coverage: sum(({ held }) => (held ? 1 : 0)) / found.length,
    ratio: sum(({ told }) => told) / sum(({ came }) => came),
  };
}

describe('a forecast', () => {
  it.each(Object.entries(SHAPES))('holds in about 80 of 100 cases: %s', (_name, shape) => {
    const found = [tried(shape, 50, 20), tried(shape, 100, 20)];
    for (const { coverage } of found) {
      expect(coverage).toBeGreaterThan(0.65);
      expect(coverage).toBeLessThan(0.95);
    }
    const ratio = Math.sqrt(found.reduce((product, one) => product * one.ratio, 1));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  const curve = curveOf([1, 1, 2, 2, 3, 3, 3, 4]);

  it('says nothing before there is anything to go by', () => {
    expect(forecast(curve, 19, 20, 'max')).toBeUndefined();
    expect(forecast(curve.slice(0, 1), 100, 20, 'max')).toBeUndefined();
    expect(forecast([], 100, 20, 'max')).toBeUndefined();
    expect(forecast(curve, 20, 20, 'max')).toMatchObject({ evaluations: 20, relative: true });
  });

  it('falls while nothing improves and grows with what is asked for', () => {
    const gains = [20, 50, 100, 1000].map((spent) => forecast(curve, spent, 20, 'max')?.gain ?? 0);
    expect([...gains].sort((a, b) => b - a)).toEqual(gains);
    expect(gains.at(-1)).toBeLessThan(0.002);
    const far = [1, 20, 400].map((more) => forecast(curve, 50, more, 'max')?.gain ?? 0);
    expect([...far].sort((a, b) => a - b)).toEqual(far);
  });

  it('reads both directions alike and does not depend on the unit', () => {
    const negated = curve.map((one) => ({ ...one, score: 0 - one.score }));
    const scaled = curve.map((one) => ({ ...one, score: 8 * one.score }));
    const told = forecast(curve, 50, 20, 'max');
    expect(forecast(negated, 50, 20, 'min')).toEqual(told);
    expect(forecast(scaled, 50, 20, 'max')?.gain).toBeCloseTo(told?.gain ?? 0, 12);
    const across = [-4, -2, 1, 2].map((score, nth) => ({ candidate: `c${nth}`, evaluations: 9 * nth, score }));
    const plain = forecast(across, 50, 20, 'max');
    expect(plain).toMatchObject({ relative: false, share: (plain?.gain ?? 0) / 2 });
  });

  it('is the same for the end of a long curve as for the whole of it, or nearly', () => {
    const bests = Array.from({ length: 401 }, (_, nth) => 1 + Math.floor(nth / 4) / 100);
    const all = bests
      .map((score, evaluations) => ({ candidate: `c${evaluations}`, evaluations, score }))
      .filter(({ score }, index) => index === 0 || score !== bests[index - 1]);
    const [whole, end] = [forecast(all, 400, 20, 'max'), forecast(all.slice(-64), 400, 20, 'max')];
    expect((end?.gain ?? 0) / (whole?.gain ?? 1)).toBeCloseTo(1, 1);
  });
});
