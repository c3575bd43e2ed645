import { type Added, NO_PARENT } from '../../population/population.ts';
import type { Command } from '../contract.ts';
import { folderOf, requirePopulation, withPopulation } from './open.ts';
import { PROGRAM_DETAILS, PROGRAM_OPTIONS, programFrom } from './program.ts';

export const command: Command<typeof PROGRAM_OPTIONS, Added> = {
  details: PROGRAM_DETAILS,
  examples: [
    `evolve db add pop --codePath next.py --targetCode @target.txt --parentId p1 --metrics '{"efficiency-score": 0.8}' --changes "a dict for the list"`,
    'evolve db add pop < program.json',
  ],
  positional: ['dir'],
  options: PROGRAM_OPTIONS,
  async run(input, context) {
    const folder = folderOf(input.dir, context);
    const program = await programFrom(input, context);
    if (program.parentId !== NO_PARENT) requirePopulation(folder);
    return withPopulation(folder, context, false, (population) => population.add(program));
  },
};
