import { readingOf } from './blocks.ts';
import { byRankKey } from './compare.ts';
import { type Tail, tailOf } from './tail.ts';

/** What plain samples from the seed say of a search. Keys are rank keys. */
export interface Worth {
  /** Plain samples that were evaluated. */
  readonly samples: number;
  /** The best of as many plain samples as the search has spent evaluations: its middle, and where it lies at 90 %; null for none. */
  readonly reached: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The chance that it is as good as the winner; null where nothing can be said. */
  readonly match: number | null;
  readonly verdict: 'worth' | 'no-sign' | 'too-few';
}

/** With fewer samples nothing is said beyond what they have reached themselves. */
const LEAST = 5;
/** The search was worth it when plain samples match its winner less often than this, and shows no sign of it when more often. */
const MATCH = { seldom: 0.05, often: 0.5 };
const QUANTILES = { low: 0.05, reached: 0.5, high: 0.95 };

/** Of a search: the rank key of its best, unless that is the seed, and whether it was made straight from the seed. */
export interface Winner {
  readonly key: number;
  readonly direct: boolean;
}

/**
 * What `draws` plain samples would have reached: by drawing from the `plain` ones as often, and where that would give nothing
 * but the best of them, by going on as their better half does.
 * Contract: `plain` are the rank keys of all that were evaluated, null for those without a score. Nothing changes with the order of `plain` or the unit of the scores.
 */
export function worthOf(plain: readonly (number | null)[], winner: Winner | undefined, draws: number): Worth {
  const sorted = [...plain].sort(byRankKey);
  const ahead = aheadOf(sorted, winner?.key);
  const best = (chance: number) => bestOf(sorted, ahead, chance, draws);
  const match = winner === undefined ? null : chanceToMatch(plain, winner, draws);
  return {
    samples: plain.length,
    reached: best(QUANTILES.reached),
    low: best(QUANTILES.low),
    high: best(QUANTILES.high),
    match,
    verdict: verdictOf(winner, match),
  };
}

/** The chance that one of `draws` plain samples is as good as the winner; null where nothing can be said. */
export function chanceToMatch(plain: readonly (number | null)[], winner: Winner, draws: number): number | null {
  const sorted = [...plain].sort(byRankKey);
  return matchOf(sorted, aheadOf(sorted, winner.key), winner, draws);
}

function verdictOf(winner: Winner | undefined, match: number | null): Worth['verdict'] {
  if (winner === undefined) return 'no-sign';
  if (match === null) return 'too-few';
  if (match < MATCH.seldom) return 'worth';
  return match < MATCH.often ? 'too-few' : 'no-sign';
}

/** How the better half of the samples goes on. */
interface Ahead {
  readonly tail: Tail;
  /** By how much a key is above the half, in the unit of the tail, and back. */
  readonly leadOf: (key: number) => number;
  readonly keyOf: (lead: number) => number;
}

/** Undefined where there are too few, or no two that differ. */
function aheadOf(sorted: readonly (number | null)[], winner: number | undefined): Ahead | undefined {
  const scored = sorted.flatMap((key) => (key === null ? [] : [key]));
  const from = scored[Math.min(Math.floor(sorted.length / 2), scored.length - 1)];
  if (from === undefined || sorted.length < LEAST) return undefined;
  const upper = scored.filter((key) => byRankKey(key, from) < 0);
  if (upper.length === 0) return undefined;
  const { of, relative, share } = readingOf([from, ...upper, ...(winner === undefined ? [] : [winner])], 'max');
  const leadOf = (key: number) => of(key) - of(from);
  const unit = relative ? Math.abs(from) : 1;
  return {
    tail: tailOf(upper.map(leadOf), sorted.length),
    leadOf,
    keyOf: (lead) => from + unit * share(lead),
  };
}

/** What the best of so many stays below or reaches with this chance. */
function bestOf(
  sorted: readonly (number | null)[],
  ahead: Ahead | undefined,
  chance: number,
  draws: number,
): number | null {
  const [first = null] = sorted;
  const count = sorted.length;
  // The best of all draws is among the worst `n` with the chance (n / count) ^ draws.
  const worst = Math.ceil(count * chance ** (1 / draws) - ROUNDING);
  if (worst < count) return sorted[count - worst] ?? null;
  if (ahead === undefined || first === null) return first;
  const beyond = ahead.keyOf(ahead.tail.quantile(chance, draws));
  return byRankKey(beyond, first) < 0 ? beyond : first;
}

/** Powers are off by less than this. */
const ROUNDING = 1e-9;

function matchOf(
  sorted: readonly (number | null)[],
  ahead: Ahead | undefined,
  { key: winner, direct }: Winner,
  draws: number,
): number | null {
  const as = sorted.filter((key) => byRankKey(key, winner) <= 0).length;
  if (as > 0) return once(as / sorted.length, draws);
  // One of the draws was as good as a plain sample and did it.
  if (direct) return once(1 / draws, draws);
  return ahead === undefined ? null : 1 - ahead.tail.below(ahead.leadOf(winner), draws);
}

/** The chance of something at least once. */
const once = (chance: number, draws: number): number => 0 - Math.expm1(draws * Math.log1p(-chance));
