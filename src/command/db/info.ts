import { EMPTY, hasPopulation, type Info } from '../../population/population.ts';
import type { Command } from '../contract.ts';
import { DIR, folderOf, withPopulation } from './open.ts';

const OPTIONS = { dir: DIR } as const;

export const command: Command<typeof OPTIONS, Info> = {
  details: 'A folder that holds no population has totalPrograms 0.',
  examples: ['evolve db info pop'],
  positional: ['dir'],
  options: OPTIONS,
  async run(input, context) {
    const folder = folderOf(input.dir, context);
    if (!hasPopulation(folder)) return EMPTY;
    return withPopulation(folder, context, true, (population) => population.info());
  },
};
