import { type Rng, rng } from '../../src/domain/rng.ts';
import type { Genome, World } from './landscape.ts';
import { mixed } from './reals.ts';

/** One bit, and with even odds one more, and so on. */
function flipped(genome: Genome, random: Rng): Genome {
  const bits = [...genome];
  do {
    const at = random.int(bits.length);
    bits[at] = 1 - (bits[at] ?? 0);
  } while (random.int(2) === 0);
  return bits;
}

const redrawn = (genome: Genome, random: Rng): Genome => genome.map((bit) => (random.next() < 0.3 ? 1 - bit : bit));

const world = (start: Genome, quality: World['quality']): World => ({
  start,
  quality,
  change(change, [one, other = one], random) {
    if (change === 'cross') return mixed(one, other, random);
    return change === 'fresh' ? redrawn(one, random) : flipped(one, random);
  },
});

/** Kauffman's NK: what a bit is worth depends on its next K neighbours. The optimum is found by trying all. */
export const nk =
  (size: number, neighbours: number) =>
  (seed: number): World => {
    const random = rng(seed, 'nk', neighbours);
    const patterns = 2 ** (neighbours + 1);
    const worths = Float64Array.from({ length: size * patterns }, () => random.next());
    const worthOf = (bits: number): number => {
      const doubled = bits + bits * 2 ** size;
      let total = 0;
      for (let at = 0; at < size; at++)
        total += worths[at * patterns + (Math.floor(doubled / 2 ** at) & (patterns - 1))] ?? 0;
      return total;
    };
    const start = Array.from({ length: size }, () => random.int(2));
    const numberOf = (genome: Genome): number => genome.reduce((bits, bit, at) => bits + bit * 2 ** at, 0);
    let most = 0;
    for (let bits = 0; bits < 2 ** size; bits++) most = Math.max(most, worthOf(bits));
    const atStart = worthOf(numberOf(start));
    return world(start, (genome) => (worthOf(numberOf(genome)) - atStart) / (most - atStart));
  };

/** Blocks that lead away from their optimum: all ones are best, but the fewer ones the better until then. */
export const trap =
  (blocks: number, size: number) =>
  (seed: number): World => {
    const random = rng(seed, 'trap');
    const start = Array.from({ length: blocks * size }, () => random.int(2));
    const worthOf = (genome: Genome): number => {
      let total = 0;
      for (let from = 0; from < genome.length; from += size) {
        const ones = genome.slice(from, from + size).reduce((count, bit) => count + bit, 0);
        total += ones === size ? size : (size - 1 - ones) * 0.9;
      }
      return total;
    };
    const atStart = worthOf(start);
    return world(start, (genome) => (worthOf(genome) - atStart) / (blocks * size - atStart));
  };
