import { describe, expect, it } from 'vitest';
import { type HaltFacts, haltVerdict } from './halt.ts';
import { LADDER } from './ladder.ts';

const CALM: HaltFacts = {
  said: null,
  emptyStreak: 0,
  idleStreak: 0,
  queueLeft: 0,
  failureStreak: 0,
  regressed: [],
  limits: LADDER,
};
const SWITCH = { cause: 'kill', file: '/home/ann/.config/evolve/KILL', text: 'enough\n' } as const;
const EMPTY = { ready: false, emptyStreak: 2, idleStreak: 2 } as const;
const LATE = { quietMinutes: 60 } as const;

describe('the halt check', () => {
  it.each<{ readonly name: string; readonly facts: Partial<HaltFacts>; readonly cause: string | null }>([
    { name: 'goes on when all is calm', facts: {}, cause: null },
    { name: 'kill comes first', facts: { said: SWITCH, ...EMPTY, ...LATE, regressed: ['a'] }, cause: 'kill' },
    { name: 'then stop', facts: { said: { ...SWITCH, cause: 'stop' }, ...EMPTY }, cause: 'stop' },
    { name: 'then dormancy', facts: { ...EMPTY, ...LATE }, cause: 'dormant' },
    { name: 'then the error budget', facts: { ...LATE, regressed: ['a'] }, cause: 'error_budget' },
    { name: 'then regressed goals', facts: { regressed: ['a'], lastResult: 'regressed' }, cause: 'goal_regression' },
    { name: 'then the cycle before', facts: { lastResult: 'regressed' }, cause: 'prior_cycle_fail' },
    { name: 'a second empty pass is not dormancy', facts: { ...EMPTY, emptyStreak: 1, idleStreak: 1 }, cause: null },
    { name: 'both counters count', facts: { ...EMPTY, emptyStreak: 1 }, cause: null },
    { name: 'idle ones alone do not do', facts: { ...EMPTY, idleStreak: 1 }, cause: null },
    { name: 'not dormant while something waits', facts: { ...EMPTY, ready: true }, cause: null },
    { name: 'not dormant before anybody has looked', facts: { emptyStreak: 5, idleStreak: 5 }, cause: null },
    { name: 'not dormant with a queue', facts: { ...EMPTY, queueLeft: 1 }, cause: null },
    { name: 'time does not count with a queue', facts: { ...LATE, queueLeft: 1 }, cause: null },
    { name: 'time that is not over', facts: { quietMinutes: 59.9 }, cause: null },
    { name: 'five failures of the queue', facts: { failureStreak: 5, queueLeft: 3 }, cause: 'error_budget' },
    { name: 'four are not enough', facts: { failureStreak: 4, queueLeft: 3 }, cause: null },
  ])('$name', ({ facts, cause }) => {
    const verdict = haltVerdict({ ...CALM, ...facts });
    expect(verdict.cause).toBe(cause);
    const ends = ['kill', 'stop', 'dormant', 'error_budget'];
    expect(verdict.halt).toBe(cause !== null && ends.includes(cause));
  });

  it('says what the switch says, and how to remove an old one', () => {
    expect(haltVerdict({ ...CALM, said: SWITCH }).reason).toBe('/home/ann/.config/evolve/KILL says stop: enough');
    expect(haltVerdict({ ...CALM, said: { ...SWITCH, text: ' ', old: true } }).reason).toBe(
      '/home/ann/.config/evolve/KILL says stop (it is older than a week; to go on, remove it: rm /home/ann/.config/evolve/KILL)',
    );
  });

  it('names what is to be restored, and which breaker', () => {
    expect(haltVerdict({ ...CALM, regressed: ['a', 'b'] })).toMatchObject({ halt: false, restore: ['a', 'b'] });
    expect(haltVerdict({ ...CALM, ...LATE })).toMatchObject({ breaker: 'minutes' });
    expect(haltVerdict({ ...CALM, failureStreak: 6 })).toMatchObject({ breaker: 'failures' });
  });
});
