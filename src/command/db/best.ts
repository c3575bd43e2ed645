import type { Program } from '../../population/population.ts';
import type { Command } from '../contract.ts';
import { DIR, folderOf, requirePopulation, withPopulation } from './open.ts';

const OPTIONS = { dir: DIR } as const;

export const command: Command<typeof OPTIONS, Program> = {
  examples: ['evolve db best pop'],
  positional: ['dir'],
  options: OPTIONS,
  async run(input, context) {
    const folder = folderOf(input.dir, context);
    requirePopulation(folder);
    return withPopulation(folder, context, false, (population) => population.best());
  },
};
