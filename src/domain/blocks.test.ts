import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, blocksOf, readingOf, tamed } from './blocks.ts';

const PLAIN = readingOf([0], 'max');

const blockOf = ([a, b, c, d]: readonly number[]): Block =>
  blocksOf(
    [
      [a ?? 0, b ?? 0],
      [c ?? 0, d ?? 0],
    ],
    PLAIN,
  )[0] ?? { gain: Number.NaN, relabelled: [0, 0] };

const sizes = ({ gain, relabelled }: Block) => [gain, ...relabelled].map((one) => Math.round(1e6 * Math.abs(one)));
const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const run = fc.integer({ min: -100, max: 100 });
const four = fc.tuple(run, run, run, run);

describe('a block without its accident', () => {
  it('is the block where no run is far off', () => {
    fc.assert(
      fc.property(four, (runs) => {
        expect(tamed(blockOf(runs), 51)).toEqual(blockOf(runs));
      }),
    );
  });

  it('comes to the same whatever the labels', () => {
    fc.assert(
      fc.property(four, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (runs, order) => {
        const relabelled = order.map((at) => runs[at] ?? 0);
        expect(sorted(sizes(tamed(blockOf(relabelled), 5)))).toEqual(sorted(sizes(tamed(blockOf(runs), 5))));
      }),
    );
  });

  it('swaps with its sides', () => {
    fc.assert(
      fc.property(four, ([a, b, c, d]) => {
        expect(tamed(blockOf([b, a, d, c]), 5).gain).toBe(0 - tamed(blockOf([a, b, c, d]), 5).gain || 0);
      }),
    );
  });

  it('hardly depends on how far off the accident was, and keeps what the other runs say', () => {
    const quiet = [0, 3, 1, 4];
    for (const at of [0, 1, 2, 3])
      for (const spike of [-1e6, -40, 40, 1e6]) {
        const { gain } = tamed(blockOf(quiet.map((one, index) => (index === at ? spike : one))), 2);
        expect(gain, `${spike} at ${at}`).toBeLessThan(0);
        expect(gain, `${spike} at ${at}`).toBeGreaterThan(-4);
      }
  });

  it('takes two and two far apart for the gain that they are', () => {
    const far = [500, 0, 501, 1];
    expect(tamed(blockOf(far), 2)).toEqual(blockOf(far));
    const scattered = [500, 0, 530, 20];
    expect(tamed(blockOf(scattered), 2)).toEqual(blockOf(scattered));
  });

  it('trusts a run the less the farther off it is', () => {
    const gains = [0, 7, 8, 9, 10, 11, 12, 50].map((far) => tamed(blockOf([far, 0, 0, 0]), 2).gain);
    expect(gains).toEqual([0, 3.5, 4, 3, 2, 1, 0, 0]);
  });
});
