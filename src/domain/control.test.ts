import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceToMatch, type Winner, worthOf } from './control.ts';
import { rng } from './rng.ts';

const bred = (key: number): Winner => ({ key, direct: false });

/** The best of every way to draw `draws` from these, the worst first. */
function everyBest(keys: readonly number[], draws: number): readonly number[] {
  let bests: readonly number[] = [Number.NEGATIVE_INFINITY];
  for (let nth = 0; nth < draws; nth++) bests = bests.flatMap((best) => keys.map((key) => Math.max(best, key)));
  return [...bests].sort((a, b) => a - b);
}

describe('what plain samples would have reached', () => {
  const cases = [
    { keys: [3, 1, 2], draws: 1 },
    { keys: [3, 1, 2, 5, 4, 6], draws: 2 },
    { keys: [-3, 1, -2, 5, 5, 6, 0], draws: 2 },
    { keys: [1, 1, 2, 2, 2], draws: 3 },
    { keys: [8, 7, 6, 5, 4, 3, 2, 1], draws: 4 },
    { keys: [4, 4, 4, 4], draws: 6 },
  ];

  it.each(cases)('is that of all draws of $draws from $keys, one by one', ({ keys, draws }) => {
    const all = everyBest(keys, draws);
    const at = (chance: number) => all[Math.ceil(all.length * chance) - 1];
    const most = Math.max(...keys);
    const { low, reached, high } = worthOf(keys, undefined, draws);
    // Where drawing gives nothing but the best of them, the tail takes over.
    for (const [found, exact] of [
      [low, at(0.05)],
      [reached, at(0.5)],
      [high, at(0.95)],
    ])
      if (exact === most) expect(found).toBeGreaterThanOrEqual(most);
      else expect(found).toBe(exact);
    for (const winner of new Set(keys)) {
      const matching = all.filter((best) => best >= winner).length / all.length;
      expect(worthOf(keys, bred(winner), draws).match).toBeCloseTo(matching, 12);
    }
  });

  it('counts samples without a score as worse than any', () => {
    expect(worthOf([null, null, 1, 2], bred(2), 1)).toMatchObject({
      samples: 4,
      low: null,
      match: expect.closeTo(0.25, 12),
    });
    expect(worthOf([null, null, null, null, null, null], bred(2), 50)).toMatchObject({
      reached: null,
      verdict: 'too-few',
    });
    const some = worthOf([null, null, null, null, null, 1, 2, 3], bred(400), 80);
    expect(some.match).toBeGreaterThan(0);
    expect(some.match).toBeLessThan(0.5);
  });

  it('says too few of fewer than five and of those that are all alike, and no sign without a winner', () => {
    expect(worthOf([1, 2, 3, 4], bred(1e6), 40).verdict).toBe('too-few');
    expect(worthOf([2, 2, 2, 2, 2, 2, 2, 2], bred(1e6), 80)).toMatchObject({
      reached: 2,
      match: null,
      verdict: 'too-few',
    });
    expect(worthOf([1, 2, 3, 4, 5, 6], undefined, 60)).toMatchObject({ match: null, verdict: 'no-sign' });
    expect(worthOf([], undefined, 0)).toMatchObject({ samples: 0, reached: null });
    expect(worthOf([1, 2, 3], bred(3), 30).verdict).toBe('no-sign');
  });

  it('does not depend on the unit or the order', () => {
    const keys = fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(
        keys,
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        (plain, more, n) => {
          const winner = Math.max(...plain) + more;
          const [one, other] = [
            worthOf(plain, bred(winner), n),
            worthOf(
              [...plain].reverse().map((key) => 8 * key),
              bred(8 * winner),
              n,
            ),
          ];
          expect(other.verdict).toBe(one.verdict);
          expect(other.match ?? 0).toBeCloseTo(one.match ?? 0, 9);
          expect((other.reached ?? 0) / 8 / (one.reached ?? 0)).toBeCloseTo(1, 6);
          expect(one.low ?? 0).toBeLessThanOrEqual(one.reached ?? 0);
          expect(one.reached ?? 0).toBeLessThanOrEqual(one.high ?? 0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

type Draw = (random: ReturnType<typeof rng>) => number | null;

/** Plain samplers as rank keys: higher is better. */
const SAMPLERS: Readonly<Record<string, Draw>> = {
  normal: (random) => random.normal(),
  'positive, skewed': (random) => Math.exp(random.normal()),
  'an error to be made small': (random) => 0 - random.next(),
  'a squared error in five numbers': (random) => 0 - [1, 2, 3, 4, 5].reduce((sum) => sum + random.normal() ** 2, 0),
  'mostly the seed’s own score, often none': (random) => {
    const u = random.next();
    return u < 0.3 ? null : u < 0.7 ? 5 : 5 + random.normal() / 10;
  },
  'a few values': (random) => random.int(12),
};

const RUNS = 3000;

/** How often the winner of 100 evaluations, ten of them plain, is found to be worth it. */
function worth(draw: Draw, winnerOf: (keys: readonly number[]) => number): number {
  let found = 0;
  for (let run = 0; run < RUNS; run++) {
    const random = rng(run, 'worth');
    const all = Array.from({ length: 100 }, () => draw(random));
    const match = chanceToMatch(all.slice(0, 10), bred(winnerOf(all.flatMap((key) => key ?? []))), 100);
    if (match !== null && match < 0.05) found++;
  }
  return found / RUNS;
}

describe('the verdict', () => {
  it.each(Object.entries(SAMPLERS))('is hardly ever that plain sampling was worth it: %s', (_name, draw) => {
    expect(worth(draw, (keys) => Math.max(...keys))).toBeLessThan(0.05);
  });

  it('is mostly that it was where the winner is far out', () => {
    expect(
      worth(
        (random) => 100 + random.normal(),
        () => 120,
      ),
    ).toBeGreaterThan(0.9);
  });

  it('is never that it was where the winner was made straight from the seed: rare ideas come to plain samples, too', () => {
    const plain = [10, 10.1, 9.9, 10.2, 9.8, 10.05, 10.1];
    expect(worthOf(plain, bred(1000), 70).verdict).toBe('worth');
    expect(worthOf(plain, { key: 1000, direct: true }, 70).verdict).toBe('no-sign');
  });
});
