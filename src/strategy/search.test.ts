import { describe, expect, it } from 'vitest';
import { LANDSCAPES, mean, type Regrets, RULES, simulate, standings } from '../../bench/simulation/simulation.ts';
import { PRESETS } from '../domain/config.ts';

const SEEDS = [1, 2, 3];
const BUDGETS = [50, 100, 200];
/** One of each kind, for seconds; all of them are in `npm run bench search`. */
const SOME = ['smooth', 'many basins', 'trap', 'finite ideas', 'families of ideas', 'per task', 'smooth, 20 % noise'];

describe('the presets on simulated landscapes', () => {
  it('patient comes nearest to the best of them all over', () => {
    const landscapes = LANDSCAPES.filter(({ name }) => SOME.includes(name));
    expect(landscapes).toHaveLength(SOME.length);
    const regrets = RULES.map((rule): [string, Regrets] => [
      rule.name,
      landscapes.map((landscape) => {
        const runs = SEEDS.map((seed) => simulate(rule, landscape, landscape.world(seed), seed, BUDGETS));
        return BUDGETS.map((_, budget) => 1 - mean(runs.map((qualities) => qualities[budget] ?? Number.NaN)));
      }),
    ]);
    const [first, ...others] = standings(new Map(regrets));
    expect(first?.name).toBe('patient');
    expect(['patient', ...others.map(({ name }) => name)].sort()).toEqual([...PRESETS].sort());
    expect(first?.worst.gap).toBeLessThan(Math.min(...others.map(({ worst }) => worst.gap)));
  }, 120_000);
});
