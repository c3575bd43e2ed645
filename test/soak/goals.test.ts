import { describe, expect, it } from 'vitest';
import { killedAt, wantedOf } from '../e2e/goals-kills.ts';
import { ledgerOf } from '../e2e/goals-lab.ts';
import { night } from '../e2e/goals-night.ts';

describe('cycles over goals, at length', () => {
  it('thirty cycles with agents of all kinds leave a repository better, and never red', () => {
    const { lab } = night(30, 14);
    const results = new Set(ledgerOf(lab).map(({ result }) => result));
    expect([...results].sort()).toEqual(['improved', 'quarantined', 'regressed', 'unchanged']);
  });

  it.each(['branch', 'commit'] as const)('killed at every boundary and resumed: the same ledger (%s)', async (land) => {
    const wanted = wantedOf(land);
    let kills = 0;
    for (let at = 1; (await killedAt(at, wanted)) === 'killed'; at++) kills++;
    expect(kills).toBeGreaterThan(60);
  });
});
