import type { Budget } from './config.ts';
import type { Amount, Spending } from './ledger.ts';
import { counted } from './spending.ts';

/** What money and tokens are capped by. */
export type Cap = 'usd' | 'tokens';

const CAPS: readonly Cap[] = ['usd', 'tokens'];

/** Sums of binary fractions are off by less than this: ten calls of $0.10 fit into $1. */
const ROUNDING = 1e-9;

/** What may still be spent, work in flight set aside; empty without a cap. */
export function amountLeft(spending: Spending | undefined, budget: Budget): Partial<Amount> {
  const sum = spending === undefined ? NOTHING : counted(spending);
  const left = CAPS.flatMap((cap) => {
    const most = budget[cap];
    return most === undefined ? [] : [[cap, Math.max(0, most - sum[cap])] as const];
  });
  return Object.fromEntries(left);
}

/** The cap that this much more would pass, if any. */
export function capPassed(sum: Required<Amount>, more: Amount, budget: Budget): Cap | undefined {
  return CAPS.find((cap) => sum[cap] + (more[cap] ?? 0) > (budget[cap] ?? Number.POSITIVE_INFINITY) + ROUNDING);
}

/** The cap that is used up, if any. */
export function capReached(spending: Spending | undefined, budget: Budget): Cap | undefined {
  const sum = spending === undefined ? NOTHING : counted(spending);
  return CAPS.find((cap) => sum[cap] >= (budget[cap] ?? Number.POSITIVE_INFINITY) - ROUNDING);
}

/** The cap of which the larger share is gone. */
export function tightestCap(spending: Spending | undefined, budget: Budget): Cap {
  const sum = spending === undefined ? NOTHING : counted(spending);
  const share = (cap: Cap): number => (budget[cap] === undefined ? -1 : sum[cap] / budget[cap]);
  return share('usd') >= share('tokens') ? 'usd' : 'tokens';
}

/**
 * What is set aside for a call. Under a cap in dollars one of unknown price may cost anything, so all that is left is set
 * aside and nothing else starts beside it.
 */
export function setAside(estimate: Amount, spending: Spending | undefined, budget: Budget): Amount {
  const { usd } = amountLeft(spending, budget);
  return estimate.usd === undefined && usd !== undefined ? { ...estimate, usd } : estimate;
}

const NOTHING: Required<Amount> = { usd: 0, tokens: 0 };
