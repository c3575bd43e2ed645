import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELTAS, driftCounts, driftOf } from './goal-drift.ts';
import { snapshotOf, snapshots } from './goals.fixture.ts';
import { summaryOf } from './goals.ts';

const drift = (before: Parameters<typeof snapshotOf>[0], after: Parameters<typeof snapshotOf>[0]) =>
  driftOf(snapshotOf(before), snapshotOf(after)).map((one) => `${one.goal} ${one.before} ${one.after} ${one.delta}`);

describe('drift', () => {
  it.each([
    [{ a: 'pass' }, { a: 'fail' }, 'a pass fail regressed'],
    [{ a: 'pass' }, { a: 'time' }, 'a pass fail regressed'],
    [{ a: 'pass' }, { a: 'skip' }, 'a pass skip regressed'],
    [{ a: 'pass' }, {}, 'a pass gone regressed'],
    [{ a: 'fail' }, {}, 'a fail gone unchanged'],
    [{ a: 'fail' }, { a: 'pass' }, 'a fail pass improved'],
    [{ a: 'skip' }, { a: 'pass' }, 'a skip pass improved'],
    [{ a: 'skip' }, { a: 'fail' }, 'a skip fail unchanged'],
    [{}, { a: 'fail' }, 'a new fail unchanged'],
    [{}, { a: 'pass' }, 'a new pass unchanged'],
  ] as const)('from %j to %j is: %s', (before, after, told) => {
    expect(drift(before, after)).toEqual([told]);
  });

  it('has what regressed first, then what improved, each by weight, then in the order of the file', () => {
    const weights: Readonly<Record<string, number>> = { heavy: 9 };
    const weighted = (goals: Parameters<typeof snapshotOf>[0]) => {
      const snapshot = snapshotOf(goals);
      return { ...snapshot, goals: snapshot.goals.map((one) => ({ ...one, weight: weights[one.goal] ?? 5 })) };
    };
    const before = weighted({ same: 'pass', up: 'fail', down: 'pass', heavy: 'pass', last: 'pass' });
    const after = weighted({ same: 'pass', up: 'pass', down: 'fail', heavy: 'fail', last: 'fail' });
    expect(driftOf(before, after).map(({ goal }) => goal)).toEqual(['heavy', 'down', 'last', 'up', 'same']);
  });

  it('tells how far a number has moved', () => {
    const at = (value: number) => ({
      ...snapshotOf({ a: 'pass' }),
      goals: snapshotOf({ a: 'pass' }).goals.map((one) => ({ ...one, value })),
    });
    expect(driftOf(at(80), at(86.5))[0]?.valueDelta).toBe(6.5);
    expect(driftOf(snapshotOf({ a: 'pass' }), at(1))[0]?.valueDelta).toBeUndefined();
  });

  it('has every goal of either once, in order, and loses nothing that passed', () => {
    fc.assert(
      fc.property(snapshots, snapshots, (before, after) => {
        const drifts = driftOf(before, after);
        const names = new Set([...before.goals, ...after.goals].map(({ goal }) => goal));
        expect(drifts.map(({ goal }) => goal).sort()).toEqual([...names].sort());
        const ranks = drifts.map(({ delta, weight }) => DELTAS.indexOf(delta) * 100 - weight);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        const now = new Set(after.goals.filter(({ result }) => result === 'pass').map(({ goal }) => goal));
        for (const { goal, result } of before.goals)
          expect(drifts.find((one) => one.goal === goal)?.delta === 'regressed').toBe(
            result === 'pass' && !now.has(goal),
          );
        const counts = driftCounts(drifts);
        expect(counts.regressed + counts.improved + counts.unchanged).toBe(drifts.length);
      }),
    );
  });

  it('of a snapshot from itself is none', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        expect(driftOf(snapshot, snapshot).every(({ delta }) => delta === 'unchanged')).toBe(true);
      }),
    );
  });
});

describe('the score', () => {
  it('lies between 0 and 100, and is 100 when everything that weighs passes', () => {
    fc.assert(
      fc.property(snapshots, ({ goals }) => {
        const { score, total, passing, failing, skipped } = summaryOf(goals);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(passing + failing + skipped).toBe(total);
        expect(score === 100).toBe(passing > 0 && failing === 0);
      }),
    );
  });

  it('never rises when a check that passed or failed no longer finishes', () => {
    fc.assert(
      fc.property(snapshots, fc.nat(), ({ goals }, nth) => {
        const measured = goals.filter(({ result }) => result !== 'skip');
        fc.pre(measured.length > 0);
        const hung = measured.map((one, index) =>
          index === nth % measured.length ? { ...one, result: 'fail' as const, timedOut: true as const } : one,
        );
        expect(summaryOf(hung).score <= summaryOf(measured).score).toBe(true);
      }),
    );
  });
});
