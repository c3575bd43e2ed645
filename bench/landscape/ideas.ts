import { type Rng, rng } from '../../src/domain/rng.ts';
import type { Genome, World } from './landscape.ts';

/** An author has so many ideas about a program, and so many for a large change; asked again, it may have one again. */
const [SMALL, LARGE] = [10, 10];

/**
 * Ideas about each program are few and always the same; one in ten does not run, one in eight helps, by a part of what is left.
 * More than a quarter of all programs have no idea that helps. A genome is its quality and its name.
 */
export function ideas(seed: number): World {
  const child = (quality: number, random: Rng, odds: number, reach: number): Genome | undefined => {
    if (random.next() < 0.1) return undefined;
    const better = random.next() < odds;
    const u = random.next();
    return [better ? quality + (1 - quality) * reach * u : quality - 0.3 * u, random.int(2 ** 32)];
  };
  return {
    start: [0, seed],
    quality: ([quality = 0]) => quality,
    change(change, [one, other = one], random) {
      const [quality = 0, name = 0] = one;
      const [otherQuality = 0, otherName = 0] = other;
      const drawn = (kind: string, ...keys: readonly number[]): Rng => rng(seed, 'idea', kind, name, ...keys);
      if (change === 'cross') return child((quality + otherQuality) / 2, drawn('cross', otherName), 0.3, 0.3);
      if (change === 'fresh') return child(quality, drawn('large', random.int(LARGE)), 0.06, 0.5);
      return child(quality, drawn('small', random.int(SMALL)), 0.125, 0.25);
    },
  };
}
