import { type Rng, rng } from '../../src/domain/rng.ts';
import type { Genome, World } from './landscape.ts';

const FAR = 10;
const clamped = (value: number): number => Math.max(-FAR, Math.min(FAR, value));

/** One size of step per answer, from tiny to large: on one number, on two, or on all. */
export function stepped(genome: Genome, random: Rng): Genome {
  const size = 0.01 * 200 ** random.next();
  const u = random.next();
  if (u < 0.25) return genome.map((value) => clamped(value + size * random.normal()));
  const chosen = new Set([random.int(genome.length), ...(u < 0.5 ? [random.int(genome.length)] : [])]);
  return genome.map((value, index) => (chosen.has(index) ? clamped(value + size * random.normal()) : value));
}

/** Each number from one of two. */
export const mixed = (one: Genome, other: Genome, random: Rng): Genome =>
  one.map((value, index) => (random.int(2) === 0 ? value : (other[index] ?? value)));

/** Half of the numbers go far. */
const leapt = (genome: Genome, random: Rng): Genome =>
  genome.map((value) => (random.int(2) === 0 ? clamped(value + 2 * random.normal()) : value));

/** A program of numbers with a cost, 0 at the optimum; the numbers start anywhere in ±5, and so does the optimum. */
function numbers(size: number, cost: (distances: readonly number[]) => number) {
  return (seed: number): World => {
    const random = rng(seed, 'numbers');
    const anywhere = (): readonly number[] => Array.from({ length: size }, () => 10 * random.next() - 5);
    const [start, optimum] = [anywhere(), anywhere()];
    const costOf = (genome: Genome): number => cost(genome.map((value, index) => value - (optimum[index] ?? 0)));
    const atStart = costOf(start);
    return {
      start,
      quality: (genome) => 1 - costOf(genome) / atStart,
      change(change, [one, other = one], draw) {
        if (change === 'cross') return mixed(one, other, draw);
        return change === 'fresh' ? leapt(one, draw) : stepped(one, draw);
      },
    };
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A sphere of ten numbers. */
export const smooth = numbers(10, (x) => sum(x.map((value) => value * value)));

/** Eight numbers, the last a hundred times as steep as the first. */
export const valley = numbers(8, (x) => sum(x.map((value, index) => 100 ** (index / 7) * value * value)));

/** Rastrigin's function of six numbers. */
export const basins = numbers(6, (x) => sum(x.map((value) => value * value + 10 - 10 * Math.cos(2 * Math.PI * value))));

/** The sphere in forty flat steps: most changes make no difference. */
export const stairs = numbers(10, (x) => Math.ceil(Math.sqrt(sum(x.map((value) => value * value))) / 0.4) * 0.4);
