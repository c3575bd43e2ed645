/** Regrets of one rule: by landscape and budget, the mean over seeds. */
export type Regrets = readonly (readonly number[])[];

export interface Standing {
  readonly name: string;
  readonly rank: number;
  /** Mean over all cells of what it has left beyond the best rule of that cell; from the seed to the optimum is 1. */
  readonly gap: number;
  readonly worst: { readonly gap: number; readonly landscape: number; readonly budget: number };
}

/** How rules stand to each other in every cell, the best first. */
export function standings(regrets: ReadonlyMap<string, Regrets>): readonly Standing[] {
  const all = [...regrets];
  const [first] = all;
  const cells = (first?.[1] ?? []).flatMap((row, landscape) => row.map((_, budget) => ({ landscape, budget })));
  const at = (of: Regrets, { landscape, budget }: Cell): number => of[landscape]?.[budget] ?? Number.NaN;
  const standing = ([name, own]: readonly [string, Regrets]): Standing => {
    const ranks = cells.map((cell) =>
      rankOf(
        at(own, cell),
        all.map(([, of]) => at(of, cell)),
      ),
    );
    const gaps = cells.map((cell) => ({
      ...cell,
      gap: at(own, cell) - Math.min(...all.map(([, of]) => at(of, cell))),
    }));
    const worst = gaps.reduce((one, other) => (other.gap > one.gap ? other : one));
    return { name, rank: mean(ranks), gap: mean(gaps.map(({ gap }) => gap)), worst };
  };
  return all.map(standing).sort((a, b) => a.gap - b.gap);
}

interface Cell {
  readonly landscape: number;
  readonly budget: number;
}

/** Equals share their ranks. */
function rankOf(own: number, all: readonly number[]): number {
  const before = all.filter((other) => other < own - TIE).length;
  const equal = all.filter((other) => Math.abs(other - own) <= TIE).length;
  return before + (equal + 1) / 2;
}

const TIE = 1e-12;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
