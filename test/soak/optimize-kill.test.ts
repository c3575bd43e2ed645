import { expect, it } from 'vitest';
import { killedAt, killedWhile, STEPS, wantedOf } from '../e2e/optimize-kills.ts';

it('rounds that are killed at every boundary, and at every step by itself, come to the same', async () => {
  const wanted = wantedOf();
  for (const step of STEPS) await killedWhile([step], wanted);
  let at = 1;
  while ((await killedAt(at, wanted)) === 'killed') at++;
  expect(at).toBeGreaterThan(60);
});
