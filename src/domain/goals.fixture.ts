import fc from 'fast-check';
import type { Goal, GoalResult, Goals, Snapshot } from './goals.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));

const results: fc.Arbitrary<Omit<GoalResult, 'goal'>> = fc
  .record(
    {
      result: fc.constantFrom('pass', 'fail', 'skip'),
      value: finite,
      threshold: finite,
      seconds: fc.nat({ max: 10_000 }).map((ms) => ms / 1000),
      output: fc.string({ unit: 'binary' }),
      weight: fc.integer({ min: 1, max: 10 }),
      timedOut: fc.constant(true as const),
    },
    { requiredKeys: ['result', 'seconds', 'output', 'weight'] },
  )
  .map(({ timedOut, ...one }) => (timedOut && one.result === 'fail' ? { ...one, timedOut } : one));

/** Snapshots of some of a handful of goals. */
export const snapshots: fc.Arbitrary<Snapshot> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), results), { selector: ([goal]) => goal })
  .map((goals) => ({
    at: '2026-03-01T00:00:00.000Z',
    sha: 'abc1234',
    goals: goals.map(([goal, one]) => ({ goal, ...one })),
  }));

/** A snapshot by what each goal came to: `{ lint: 'pass', tests: 'time' }`. */
export const snapshotOf = (goals: Readonly<Record<string, GoalResult['result'] | 'time'>>, weight = 5): Snapshot => ({
  at: '2026-03-01T00:00:00.000Z',
  sha: 'abc1234',
  goals: Object.entries(goals).map(([goal, result]) => ({
    ...{ goal, seconds: 1, output: '', weight },
    ...(result === 'time' ? { result: 'fail', timedOut: true } : { result }),
  })),
});

export const goalsOf = (era: string, goals: readonly Goal[] = []): Goals => ({
  ...{ path: 'GOALS.md', version: 4, era, mission: '', northStars: [], antiStars: [], directives: [], warnings: [] },
  goals,
});
