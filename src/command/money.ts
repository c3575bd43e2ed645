import type { Price } from '../domain/agent.ts';
import type { Adjustable, Budget } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import { type Given, integer, list, number } from './option.ts';

/** The settings of a run that say what agents may cost, and what a token costs. */
export const MONEY_OPTIONS = {
  budgetUsd: number('--budget-usd <n>', 'dollars at most for agents; calls in flight count by estimate', 0),
  budgetTokens: integer('--budget-tokens <n>', 'tokens at most for agents, in and out', 1),
  price: list(
    '--price <price>',
    'what a model costs, in dollars per million tokens, as model=in/out[/cached]; may be repeated',
  ),
} as const;

type MoneyInput = Given<typeof MONEY_OPTIONS>;

/** Caps on money and tokens, given ones over those before. */
export function capsOf(input: MoneyInput, before?: Budget): Pick<Budget, 'usd' | 'tokens'> {
  const usd = input.budgetUsd ?? before?.usd;
  const tokens = input.budgetTokens ?? before?.tokens;
  return { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) };
}

/** Prices by model, given ones over those before. */
export function pricesOf(input: MoneyInput, before?: Adjustable['prices']): Pick<Adjustable, 'prices'> {
  if (input.price === undefined) return before === undefined ? {} : { prices: before };
  return { prices: { ...before, ...Object.fromEntries(input.price.map(priceOf)) } };
}

const AMOUNT = String.raw`\s*\$?(\d+(?:\.\d+)?|\.\d+)\s*`;
/** A model's name may have any character, an equals sign too. */
const PRICE = new RegExp(`^\\s*(\\S.*?)\\s*=${AMOUNT}/${AMOUNT}(?:/${AMOUNT})?$`);

function priceOf(given: string): readonly [string, Price] {
  const [, model, input, output, cached] = PRICE.exec(given) ?? [];
  if (model === undefined)
    throw new UserError(
      `--price ${JSON.stringify(given)} is no price. Write it as model=in/out[/cached] in dollars per million tokens, for example gpt-5=1.25/10/0.125`,
    );
  const price = { input: Number(input), output: Number(output) };
  return [model, cached === undefined ? price : { ...price, cached: Number(cached) }];
}
