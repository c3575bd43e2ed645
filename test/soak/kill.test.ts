import { describe, expect, it } from 'vitest';
import { killAtRandom, killEverywhere, MEETINGS } from '../e2e/kills.ts';

describe('kill -9, the long version', () => {
  it('at 200 random moments', async () => {
    await killAtRandom(200, 2);
  });

  it.each([
    ['two lanes and two benchmarks at once', ['-k', '4', '-g', '3', '--parallel', '2', '--parallel-bench', '2']],
    [
      'gates, a build and repeats',
      ['-k', '2', '-g', '2', '--gate', 'true', '--build', 'echo built > out.txt', '--repeat', '2'],
    ],
    ['no generations', ['--strategy', 'patient', '--budget-evals', '12', '--parallel', '1']],
    [
      'a budget that ends in the middle of a generation',
      ['-k', '3', '-g', '5', '--budget-evals', '4', '--parallel', '1'],
    ],
  ])('at every boundary with %s', async (_name, flags) => {
    const { kills, boundaries } = await killEverywhere(flags, 2);
    expect(boundaries).toBeGreaterThan(40);
    expect(kills).toBe(boundaries);
  });

  it.each(MEETINGS)('at every boundary with %s', async (_name, files, more) => {
    const { kills, boundaries } = await killEverywhere(['-k', '3', '-g', '2'], 2, { files, more });
    expect(boundaries).toBeGreaterThan(40);
    expect(kills).toBe(boundaries);
  });
});
