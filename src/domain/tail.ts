/**
 * How values go on beyond those that were seen: above `from` they thin out exponentially, at a rate that the seen ones leave
 * uncertain. All rates are averaged over, by how well they fit.
 */
export interface Tail {
  /** The chance that the best of so many new values lies less than `x` above `from`. */
  readonly below: (x: number, draws: number) => number;
  /** The `x` that the best of so many stays below with this chance. */
  readonly quantile: (chance: number, draws: number) => number;
}

/** Enough for four digits of a chance. */
const NODES = 96;
/** Rates that are so much less likely than the likeliest, as the logarithm of the ratio, don't count. */
const NEGLIGIBLE = 30;
/** Halvings of an interval: beyond that numbers have no more digits. */
const HALVINGS = 40;

/**
 * Contract: `leads` are by how much the top ones of `samples` values lie above the next, all more than 0, at least one. Where
 * values do thin out exponentially, the chances are exact over many repetitions.
 */
export function tailOf(leads: readonly number[], samples: number): Tail {
  const count = leads.length;
  const sum = leads.reduce((total, lead) => total + lead, 0);
  const share = (count + 1) / (samples + 1);
  const rates = ratesOf(count);

  const below = (x: number, draws: number): number => {
    let chance = 0;
    for (const { rate, weight } of rates)
      chance += weight * Math.exp(draws * Math.log1p(-share * Math.exp((-rate * x) / sum)));
    return chance;
  };
  const quantile = (chance: number, draws: number): number => {
    let [low, high] = [0, sum];
    while (below(high, draws) < chance && high < sum * 2 ** HALVINGS) high *= 2;
    for (let nth = 0; nth < HALVINGS; nth++) {
      const middle = (low + high) / 2;
      if (below(middle, draws) < chance) low = middle;
      else high = middle;
    }
    return high;
  };
  return { below, quantile };
}

interface Rate {
  readonly rate: number;
  readonly weight: number;
}

/** What so many exponential values of a known sum say of their rate: a gamma distribution, on a grid of its logarithm. */
function ratesOf(count: number): readonly Rate[] {
  const middle = Math.log(count);
  const near = Math.sqrt((2 * NEGLIGIBLE) / count);
  const [from, to] = [middle - near - NEGLIGIBLE / count, middle + near];
  const grid = Array.from({ length: NODES }, (_, nth) => {
    const at = from + ((to - from) * nth) / (NODES - 1);
    return { rate: Math.exp(at), weight: Math.exp(count * (at - middle) - Math.exp(at) + count) };
  });
  const all = grid.reduce((total, { weight }) => total + weight, 0);
  return grid.map(({ rate, weight }) => ({ rate, weight: weight / all }));
}
