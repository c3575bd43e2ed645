import type { Rng } from '../domain/rng.ts';

/**
 * The elitist (1+1)-CMA-ES (Igel, Suttorp, Hansen, 2006): Gaussian draws around the best so far, with a covariance
 * learned from the steps that worked and a size that follows the share of successes.
 */
export interface CmaState {
  readonly sigma: number;
  /** Smoothed share of draws that were no worse. */
  readonly success: number;
  readonly path: readonly number[];
  /** Lower triangle: row i has i + 1 entries. */
  readonly covariance: readonly (readonly number[])[];
}

// The share of successes at which the size is right, by the authors: a little under one in five.
const target = 2 / 11;
// Above this share the size is far too small, so the direction of the path says little.
const tooSmall = 0.44;
const firstLength = 0.3;
// As in the local search: what is finer isn't worth a benchmark.
const leastLength = 1e-4;
const mostLength = 1e4;

export function startCma(count: number): CmaState {
  return {
    sigma: firstLength / Math.sqrt(count),
    success: target,
    path: Array.from({ length: count }, () => 0),
    covariance: Array.from({ length: count }, (_, i) => Array.from({ length: i + 1 }, (_, j) => (i === j ? 1 : 0))),
  };
}

/** A displacement from the best so far. */
export function drawCma(state: CmaState, random: Rng): readonly number[] {
  const normal = state.path.map(() => random.normal());
  return factor(state.covariance).map((row) => state.sigma * dot(row, normal));
}

/** Starts over when the size has collapsed, or grown past all use. */
export function tellCma(
  state: CmaState,
  displacement: readonly number[],
  outcome: 'better' | 'equal' | 'worse',
): CmaState {
  const count = state.path.length;
  const success = state.success + ((outcome === 'worse' ? 0 : 1) - state.success) / 12;
  const sigma = state.sigma * Math.exp((success - target) / (1 - target) / (1 + count / 2));
  const told = { ...state, success, sigma };
  const next = outcome === 'better' ? adapt(told, displacement) : told;
  const spread = next.covariance.reduce((sum, row) => sum + (row.at(-1) ?? 0), 0) / count;
  const length = next.sigma * Math.sqrt(spread * count);
  return length > leastLength && length < mostLength ? next : startCma(count);
}

/** Rank-one update of the covariance with the path of successful steps. */
function adapt(state: CmaState, displacement: readonly number[]): CmaState {
  const count = state.path.length;
  const fade = 2 / (count + 2);
  const rate = 2 / (count * count + 6);
  const long = state.success < tooSmall;
  const gain = long ? Math.sqrt(fade * (2 - fade)) / state.sigma : 0;
  const kept = long ? 1 - rate : 1 - rate + rate * fade * (2 - fade);
  const path = state.path.map((value, i) => (1 - fade) * value + gain * (displacement[i] ?? 0));
  const covariance = state.covariance.map((row, i) =>
    row.map((value, j) => kept * value + rate * (path[i] ?? 0) * (path[j] ?? 0)),
  );
  return { ...state, path, covariance };
}

/** Cholesky: the lower triangle whose product with its transpose is the covariance. */
function factor(covariance: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const rows: number[][] = [];
  for (const [i, source] of covariance.entries()) {
    const row: number[] = [];
    rows.push(row);
    for (const [j, value] of source.entries()) {
      const other = rows[j] ?? row;
      const rest = value - dot(row, other);
      // The floor keeps a covariance that rounding has made singular usable.
      row.push(i === j ? Math.sqrt(Math.max(rest, 1e-20)) : rest / (other[j] ?? 1));
    }
  }
  return rows;
}

/** Over the length of the first. */
function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
