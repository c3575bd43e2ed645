import { describe, expect, it } from 'vitest';
import type { Call } from '../domain/ledger.ts';
import { type Cost, callText, costText, usdPerPercent } from './cost.ts';

const none = { calls: 0, usd: 0, tokens: 0 };
const usage = { input: 30_000, cached: 0, kept: 0, output: 4_000 };
const cost: Cost = { calls: 12, usd: 0.42, unpriced: 0, tokens: 34_000, usage, pending: none, lost: none };

describe('the cost of a run', () => {
  it.each([
    [{}, {}, '$0.42, 12 calls, 34k tokens'],
    [{}, { usd: 1 }, '$0.42 of $1.00, 12 calls, 34k tokens'],
    [{}, { tokens: 100_000 }, '$0.42, 12 calls, 34k of 100k tokens'],
    [{ unpriced: 3 }, {}, '$0.42, 12 calls, 34k tokens, the price of 3 not known'],
    [{ unpriced: 12, usd: 0, tokens: 0 }, {}, '12 calls, price not known'],
    [{ unpriced: 12, usd: 0 }, { usd: 2 }, '$0.00 of $2.00, 12 calls, 34k tokens, price not known'],
    [
      { lost: { calls: 1, usd: 0.3, tokens: 9 } },
      {},
      '$0.42, 12 calls, 34k tokens, and about $0.30 for 1 call that never came back',
    ],
    [
      { pending: { calls: 2, usd: 0.5, tokens: 9 } },
      {},
      '$0.42, 12 calls, 34k tokens, 2 not ended (about $0.50 set aside)',
    ],
  ])('reads %j under %j', (more, budget, text) => {
    expect(costText({ ...cost, ...more }, budget)).toBe(text);
  });

  it('is told per gained per cent only where something was gained and every price is known', () => {
    expect(usdPerPercent(cost, 21)).toBeCloseTo(0.02, 9);
    expect(usdPerPercent(cost, 0)).toBeUndefined();
    expect(usdPerPercent(cost, -3)).toBeUndefined();
    expect(usdPerPercent(cost, null)).toBeUndefined();
    expect(usdPerPercent({ ...cost, unpriced: 1 }, 21)).toBeUndefined();
    expect(usdPerPercent({ ...cost, lost: { calls: 1, usd: 0.21, tokens: 9 } }, 21)).toBeCloseTo(0.03, 9);
    expect(usdPerPercent({ ...cost, lost: { calls: 1, usd: 0, tokens: 9 } }, 21)).toBeUndefined();
  });

  it('says of a call how it ended, and of an unknown price that it is unknown', () => {
    const call: Call = {
      key: 'gen1-1/author',
      agent: 'codex',
      role: 'author',
      outcome: 'failed',
      reason: 'refused',
      estimate: { tokens: 1 },
      ms: 2500,
      record: '',
    };
    expect(callText(call)).toBe('codex failed (refused) · 2.5 s · price not known');
    const { reason: _reason, ...rest } = call;
    const priced = {
      ...rest,
      outcome: 'answered' as const,
      model: 'gpt-5',
      usd: 0.012,
      usage: { ...usage, cached: 9000 },
    };
    expect(callText(priced)).toBe('codex (gpt-5) answered · 2.5 s · 30k (9k cached) in, 4k out · $0.012');
  });
});
