import { describe, expect, it } from 'vitest';
import { killedAt, killedWhile, STEPS, wantedOf } from './goals-kills.ts';

describe('cycles over goals that are killed', () => {
  // Every boundary in `npm run soak`.
  it('go on where they were: the same ledger, no cycle lost or doubled, and nobody asked twice but who was at work', async () => {
    const wanted = wantedOf('branch');
    await killedWhile(STEPS, wanted);
    for (const at of [40, 131, 215]) expect(await killedAt(at, wanted)).toBe('killed');
  });

  it('also where they land on the branch that is checked out', async () => {
    const wanted = wantedOf('commit');
    for (const at of [66, 124]) expect(await killedAt(at, wanted)).toBe('killed');
  });
});
