import type { Budget } from './config.ts';
import type { Amount, Asking, Spending } from './ledger.ts';
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
 * What is set aside for a call after so much has been spent, or the cap that it would pass. A guess is cut to what is left.
 * Under a cap in dollars a call of unknown price may cost anything: all that is left is set aside, and nothing else starts
 * beside it.
 */
export function setAside(
  { estimate, guessed }: Pick<Asking, 'estimate' | 'guessed'>,
  sum: Required<Amount>,
  { usd: mostUsd, tokens: mostTokens }: Budget,
): Amount | Cap {
  const room = (wanted: number | undefined, most: number | undefined, spent: number): number | null | undefined => {
    if (most === undefined) return wanted;
    const left = most - spent;
    if (wanted !== undefined && wanted <= left + ROUNDING) return wanted;
    return left > ROUNDING && (wanted === undefined || guessed === true) ? left : null;
  };
  const [usd, tokens] = [room(estimate.usd, mostUsd, sum.usd), room(estimate.tokens, mostTokens, sum.tokens)];
  if (usd === null) return 'usd';
  if (tokens === null || tokens === undefined) return 'tokens';
  return usd === undefined ? { tokens } : { usd, tokens };
}

const NOTHING: Required<Amount> = { usd: 0, tokens: 0 };
