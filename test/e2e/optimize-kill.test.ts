import { describe, expect, it } from 'vitest';
import { killedAt, killedWhile, STEPS, wantedOf } from './optimize-kills.ts';

describe('rounds that are killed', () => {
  // Every boundary in `npm run soak`.
  it('go on where they were: the same tree, and nobody is asked twice but who was at work', async () => {
    const wanted = wantedOf();
    expect(wanted.tree.experiments.map(({ status }) => status)).toContain('committed');
    await killedWhile(STEPS, wanted);
    for (const at of [12, 30]) expect(await killedAt(at, wanted)).toBe('killed');
  });
});
