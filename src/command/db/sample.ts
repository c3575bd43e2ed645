import { DEFAULTS, type Sampled } from '../../population/population.ts';
import type { Command } from '../contract.ts';
import { integer } from '../option.ts';
import { DIR, folderOf, requirePopulation, withPopulation } from './open.ts';

const OPTIONS = {
  dir: DIR,
  inspirations: integer(
    '--inspirations <n>',
    `how many of the best of all islands (default: as at create, else ${DEFAULTS.inspirations})`,
    0,
  ),
} as const;

export const command: Command<typeof OPTIONS, Sampled> = {
  details: 'The parent lives on the island whose turn it is: mostly one of its best, else any of it.',
  examples: ['evolve db sample pop', 'evolve db sample pop --inspirations 5'],
  positional: ['dir'],
  options: OPTIONS,
  async run({ dir, ...options }, context) {
    const folder = folderOf(dir, context);
    requirePopulation(folder);
    return withPopulation(folder, context, false, (population) => population.sample(options));
  },
};
