import type { Genome, World } from './landscape.ts';
import { mixed } from './reals.ts';

const TASKS = 8;

/** Eight tasks, each at a level between 0 and 1; what helps one often hurts another. The score is their mean. */
export function tasks(): World {
  const start = Array.from({ length: TASKS }, () => 0);
  return {
    start,
    quality: (genome) => genome.reduce((sum, level) => sum + level, 0) / TASKS,
    tasks: (genome) => Object.fromEntries(genome.map((level, index) => [`t${index + 1}`, level])),
    change(change, [one, other = one], random): Genome {
      if (change === 'cross') return mixed(one, other, random);
      const levels = [...one];
      const touch = (at: number, odds: number, reach: number): void => {
        const level = levels[at] ?? 0;
        levels[at] =
          random.next() < odds ? level + (1 - level) * reach * random.next() : level * (1 - random.next() / 2);
      };
      for (let nth = change === 'fresh' ? 4 : 1; nth > 0; nth--) touch(random.int(TASKS), 0.35, 0.4);
      if (random.int(2) === 0) touch(random.int(TASKS), 0, 0);
      return levels;
    },
  };
}
