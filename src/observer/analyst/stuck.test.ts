import { describe, expect, it } from 'vitest';
import { NO_SIGHT } from './sight.fixture.ts';
import type { Sight } from './sight.ts';
import { overrun, stuckAttempts, stuckCalls } from './stuck.ts';

const MINUTE = 60_000;

const attemptFor = (minutes: number) => ({ id: 'r1-l0-d0', attempt: 2, ms: minutes * MINUTE, hand: false });
const minutes = (...all: readonly number[]) => all.map((one) => one * MINUTE);

describe('attempts that seem stuck', () => {
  it.each<[why: string, sight: Partial<Sight>, stuck: boolean]>([
    ['three times the median and ten minutes', { active: [attemptFor(13)], endedMs: minutes(4, 4, 4) }, true],
    ['just three times the median', { active: [attemptFor(12)], endedMs: minutes(4, 4, 4) }, false],
    ['far longer, and yet short', { active: [attemptFor(9)], endedMs: minutes(1, 1, 1) }, false],
    [
      'one that took long before does not hide it',
      { active: [attemptFor(13)], endedMs: minutes(4, 4, 4, 4, 600) },
      true,
    ],
    ['two before say nothing', { active: [attemptFor(60)], endedMs: minutes(1, 1) }, false],
    ['longer than its commands may take', { active: [attemptFor(31)], limitMs: 30 * MINUTE }, true],
    ['as long as its commands may take', { active: [attemptFor(30)], limitMs: 30 * MINUTE }, false],
    ['it may have waited for another', { active: [attemptFor(31), attemptFor(1)], limitMs: 30 * MINUTE }, false],
    ['short commands', { active: [attemptFor(9)], limitMs: MINUTE }, false],
    ['nothing goes on', { endedMs: minutes(1, 1, 1) }, false],
  ])('%s', (_, sight, stuck) => {
    const found = stuckAttempts({ ...NO_SIGHT, ...sight });
    expect(found.map(({ kind, head }) => [kind, head])).toEqual(
      stuck ? [['alert', 'r1-l0-d0 attempt 2 seems stuck']] : [],
    );
  });

  it('says how to see to it', () => {
    const [found] = stuckAttempts({ ...NO_SIGHT, active: [attemptFor(20)], endedMs: minutes(2, 3, 4) });
    expect(found?.rest).toBe(
      'it has gone on for 20 min 0 s, others took about 3 min 0 s. See evolve exp show r1-l0-d0; end it with evolve exp abort r1-l0-d0',
    );
  });
});

describe('calls that seem stuck', () => {
  const call = (ms: number) => ({ key: 'r1-l0-d0/author', agent: 'claude', role: 'author' as const, ms });
  it.each<[why: string, sight: Partial<Sight>, stuck: boolean]>([
    ['far longer', { calls: [call(40 * MINUTE)], calledMs: { author: minutes(5, 6, 7) } }, true],
    ['usual', { calls: [call(12 * MINUTE)], calledMs: { author: minutes(5, 6, 7) } }, false],
    ['others are quicker', { calls: [call(40 * MINUTE)], calledMs: { scanner: minutes(1, 1, 1) } }, false],
  ])('%s', (_, sight, stuck) => {
    expect(stuckCalls({ ...NO_SIGHT, ...sight }).map(({ head }) => head)).toEqual(
      stuck ? ['call r1-l0-d0/author seems stuck'] : [],
    );
  });
});

describe('a round that overruns', () => {
  it.each<[why: string, sight: Partial<Sight>, over: boolean]>([
    ['far longer', { round: { round: 3, ms: 70 * MINUTE }, roundsMs: minutes(20, 22) }, true],
    ['usual', { round: { round: 3, ms: 60 * MINUTE }, roundsMs: minutes(20, 22) }, false],
    ['one before says nothing', { round: { round: 2, ms: 600 * MINUTE }, roundsMs: minutes(20) }, false],
    ['short rounds', { round: { round: 3, ms: 9 * MINUTE }, roundsMs: minutes(1, 1) }, false],
    ['no round', { roundsMs: [] }, false],
  ])('%s', (_, sight, over) => {
    expect(overrun({ ...NO_SIGHT, ...sight }).map(({ kind, head }) => [kind, head])).toEqual(
      over ? [['alert', 'round 3 takes far longer than the others']] : [],
    );
  });
});
