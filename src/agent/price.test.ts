import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usdOf } from './price.ts';

const usage = { input: 100_000, cached: 50_000, kept: 10_000, output: 2000 };
const plain = { input: 100_000, cached: 0, kept: 0, output: 0 };

it.each([
  ['claude', 'claude-sonnet-4-5-20250929'],
  ['llm:anthropic/claude-sonnet-4-5', undefined],
  ['llm:anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
  ['claude:claude-sonnet-4-5#2', undefined],
  ['opencode:anthropic/claude-sonnet-4-5', undefined],
  ['opencode', 'anthropic/claude-sonnet-4-5'],
  ['pi:anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
  ['acp', 'claude-sonnet-4-5'],
])('finds the price of the model behind %s (%s)', async (agent, model) => {
  const usd = await usdOf({ agent, ...(model === undefined ? {} : { model }), usage });
  // $3 plain, $0.30 read from the cache, $3.75 written to it, $15 out.
  expect(usd).toBeCloseTo((40 * 3 + 50 * 0.3 + 10 * 3.75 + 2 * 15) / 1000, 10);
});

it.each([
  ['codex:gpt-5', undefined],
  ['codex', 'gpt-5'],
  ['llm:openai/gpt-5', 'gpt-5-2025-08-07'],
])('knows the models of %s', async (agent, model) => {
  expect(await usdOf({ agent, ...(model === undefined ? {} : { model }), usage: plain })).toBeCloseTo(0.125, 10);
});

it.each([
  ['command', undefined],
  ['acp', undefined],
  ['claude', undefined],
  ['llm:llama3@http://127.0.0.1:11434/v1', 'llama3'],
  ['llm:claude-sonnet-4-5@http://127.0.0.1:4000/v1', 'claude-sonnet-4-5'],
  ['opencode:mock/mock-1', undefined],
  ['opencode:nobody/claude-sonnet-4-5', undefined],
  ['codex', 'no-such-model'],
])('has no price for %s (%s)', async (agent, model) => {
  expect(await usdOf({ agent, ...(model === undefined ? {} : { model }), usage })).toBeUndefined();
});

it('knows the prices of a provider by its address', async () => {
  const agent = 'llm:anthropic/claude-sonnet-4.5@https://openrouter.ai/api/v1';
  expect(await usdOf({ agent, usage: plain })).toBeCloseTo(0.3, 10);
});

it.each([
  ['codex:gpt-5', 'gpt-5', 'gpt-5'],
  ['codex', 'gpt-5', 'gpt-5'],
  ['llm:anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['llm:anthropic/claude-sonnet-4-5', undefined, 'anthropic/claude-sonnet-4-5'],
  ['llm:llama3@http://127.0.0.1:11434/v1', 'llama3:latest', 'llama3'],
  ['opencode', 'mock/mock-1', 'mock-1'],
  ['command', undefined, 'command'],
])('takes the user’s own price first: %s (%s) by %s', async (agent, model, name) => {
  const prices = { [name]: { input: 10, output: 20, cached: 1 }, other: { input: 0, output: 0 } };
  const usd = await usdOf({ agent, ...(model === undefined ? {} : { model }), usage }, prices);
  expect(usd).toBeCloseTo((40 * 10 + 50 * 1 + 10 * 10 + 2 * 20) / 1000, 10);
});

it('prices a sum of many requests as many short ones', async () => {
  const usage = { input: 10_000_000, cached: 0, kept: 0, output: 0 };
  const billed = { agent: 'claude', model: 'claude-sonnet-4-5', usage };
  expect(await usdOf({ ...billed, summed: true })).toBeCloseTo(30, 6);
  expect(await usdOf(billed)).toBeCloseTo(60, 6);
});

it('believes an agent that says what it cost, but not that it was nothing', async () => {
  const billed = { agent: 'claude', model: 'claude-sonnet-4-5', usage: plain };
  expect(await usdOf({ ...billed, usd: 7 })).toBe(7);
  expect(await usdOf({ ...billed, usd: 7 }, { 'claude-sonnet-4-5': { input: 1, output: 1 } })).toBeCloseTo(0.1, 10);
  expect(await usdOf({ ...billed, usd: 0 })).toBeCloseTo(0.3, 10);
  expect(await usdOf({ agent: 'opencode', model: 'mock/mock-1', usage: plain, usd: 0 })).toBeUndefined();
  expect(await usdOf({ agent: 'llm:x@http://y', usage: { ...plain, input: 0 }, usd: 0 })).toBe(0);
});

it('never gives money back', async () => {
  const count = fc.nat(1_000_000);
  await fc.assert(
    fc.asyncProperty(count, count, count, count, fc.boolean(), async (rest, cached, kept, output, own) => {
      const usage = { input: rest + cached + kept, cached, kept, output };
      const prices = own ? { 'claude-sonnet-4-5': { input: 3, output: 15 } } : {};
      const usd = await usdOf({ agent: 'claude', model: 'claude-sonnet-4-5', usage, summed: true }, prices);
      expect(usd).toBeGreaterThanOrEqual((output * 15) / 1_000_000 - 1e-9);
      expect(usd).toBeLessThanOrEqual((usage.input * 3.75 + output * 15) / 1_000_000 + 1e-9);
    }),
    { numRuns: 50 },
  );
});
