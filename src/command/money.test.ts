import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { UserError } from '../lib/user-error.ts';
import { pricesOf } from './money.ts';
import { adjustableOf } from './settings.ts';

describe('money settings', () => {
  it.each([
    ['gpt-5=1.25/10', 'gpt-5', { input: 1.25, output: 10 }],
    ['gpt-5=1.25/10/0.125', 'gpt-5', { input: 1.25, output: 10, cached: 0.125 }],
    ['anthropic/claude = $3 / $15 / .3', 'anthropic/claude', { input: 3, output: 15, cached: 0.3 }],
    ['a=b=1/2', 'a=b', { input: 1, output: 2 }],
    ['free=0/0', 'free', { input: 0, output: 0 }],
    ['qwen:32b@http://localhost:8080/v1=0/0', 'qwen:32b@http://localhost:8080/v1', { input: 0, output: 0 }],
  ])('reads the price %s', (given, model, price) => {
    expect(pricesOf({ price: [given] })).toEqual({ prices: { [model]: price } });
  });

  it.each(['gpt-5', 'gpt-5=1', '=1/2', 'x=-1/2', 'x=1/2/3/4', 'x=1/two', 'x=1e3/2', ' =1/2'])(
    'refuses %s as a price',
    (given) => {
      expect(() => pricesOf({ price: [given] })).toThrow(UserError);
    },
  );

  it('keeps caps and prices of a resumed run, given ones over them', () => {
    const prices = { a: { input: 1, output: 2 }, b: { input: 3, output: 4 } };
    const before = configOf({}, { budget: { evaluations: 5, usd: 1, tokens: 1000 }, prices }).adjustable;
    expect(adjustableOf({}, before)).toEqual(before);
    expect(adjustableOf({ budgetUsd: 2, price: ['b=5/6', 'c=7/8'] }, before)).toEqual({
      ...before,
      budget: { evaluations: 5, usd: 2, tokens: 1000 },
      prices: { ...prices, b: { input: 5, output: 6 }, c: { input: 7, output: 8 } },
    });
  });
});
