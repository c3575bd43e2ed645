import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { Budget } from '../domain/config.ts';
import type { Event } from '../domain/event.ts';
import type { Lanes } from '../domain/lane.ts';
import { memoryJournal } from '../journal/journal.ts';
import { stopRule } from './stop-rule.ts';

const SEED = [1, 2, 3, 4, 5, 6, 7, 8];

function opened(budget: Budget, more: readonly Event[] = []) {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, { budget, stale: 20, generations: 20 }), SEED, 1);
  journal.append(() => more);
  return journal;
}

function ruleOf(budget: Budget, more: readonly Event[]) {
  const view = opened(budget, more).view();
  const run = view.run();
  if (run === undefined) throw new Error('open the run first');
  return stopRule(view, run, 0);
}

const call = { key: 'gen1-1/author', agent: 'a', role: 'author' as const, estimate: { usd: 0.5, tokens: 100 } };
const called = (usd: number, input: number): Event => ({
  type: 'called',
  call: {
    ...call,
    outcome: 'answered',
    usd,
    usage: { input, cached: 0, kept: 0, output: 0 },
    ms: 1,
    record: 'calls/x.json',
  },
});

describe('budgets of money and tokens', () => {
  it('end a run once they are spent, and not before', () => {
    const one: readonly Event[] = [{ type: 'calling', call }, called(0.5, 100)];
    expect(ruleOf({ usd: 0.5 }, one)).toEqual({ kind: 'finish', cause: 'usd', reason: 'budget of $0.5 spent' });
    expect(ruleOf({ tokens: 100 }, one)).toEqual({
      kind: 'finish',
      cause: 'tokens',
      reason: 'budget of 100 tokens spent',
    });
    expect(ruleOf({ usd: 0.51, tokens: 101 }, one)).toBeUndefined();
    expect(ruleOf({}, one)).toBeUndefined();
  });

  it('count what is in flight and what never came back', () => {
    expect(ruleOf({ usd: 0.5 }, [{ type: 'calling', call }])?.cause).toBe('usd');
    expect(ruleOf({ usd: 0.5 }, [{ type: 'calling', call }, { type: 'driven' }])?.cause).toBe('usd');
  });
});

/** Lanes of an author who can pay for so many calls. */
function paidFor(calls: number): Lanes & { refused: number } {
  const lanes = fakeLanes({ seed: SEED, score: ([a = 0, b = 0]) => a + b });
  let left = calls;
  const poor = {
    ...lanes,
    refused: 0,
    async apply(job: Parameters<Lanes['apply']>[0], signal: AbortSignal) {
      if (left-- > 0) return lanes.apply(job, signal);
      poor.refused += 1;
      return { kind: 'spent' as const, reason: 'no room: raise --budget-usd' };
    },
  };
  return poor;
}

describe('a run whose budget has no room for the next call', () => {
  it.each([1, 3, 8])('ends after the generation at width %d, however many were refused', async (width) => {
    const journal = opened({ usd: 1 });
    journal.append(() => [
      { type: 'configured', adjustable: { ...configOf().adjustable, k: 12, budget: { usd: 1 }, stale: 20 } },
    ]);
    const lanes = paidFor(2);
    const halt = await driveFake(journal, lanes, { width });
    expect(halt).toEqual({ kind: 'finished', reason: 'no room: raise --budget-usd' });
    expect(lanes.refused).toBe(10);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'finished', cause: 'usd' });
    expect(journal.view().counts()).toMatchObject({ candidates: 2, failed: 10 });
  });

  it('goes on when the budget is raised, and not before', async () => {
    const journal = opened({ usd: 1 });
    await driveFake(journal, paidFor(2));
    const again = paidFor(100);
    expect((await driveFake(journal, again)).kind).toBe('finished');
    expect(journal.view().run()?.batch).toBe(1);
    const before = journal.view().run()?.config.adjustable;
    if (before === undefined) throw new Error('the run is not open');
    journal.append(() => [{ type: 'configured', adjustable: { ...before, generations: 3, budget: { usd: 2 } } }]);
    expect(await driveFake(journal, again)).toEqual({ kind: 'finished', reason: '3 generations bred' });
  });

  it('has not done its work when it could not pay for a single call', async () => {
    const halt = await driveFake(opened({ usd: 1 }), paidFor(0));
    expect(halt).toEqual({
      kind: 'stopped',
      reason: 'no proposal came to anything: no room: raise --budget-usd',
    });
  });
});
