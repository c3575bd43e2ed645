import { type Added, NO_PARENT } from '../../population/population.ts';
import type { Command } from '../contract.ts';
import { folderOf, withPopulation } from './open.ts';
import { PROGRAM_DETAILS, PROGRAM_OPTIONS, programFrom } from './program.ts';

export const command: Command<typeof PROGRAM_OPTIONS, Added> = {
  details: `The first program lives on every island and is no addition: its generation is 0.\n${PROGRAM_DETAILS}`,
  examples: [
    `evolve db seed pop --codePath first.py --metrics '{"efficiency-score": 0.5}'`,
    'evolve db seed pop < program.json',
  ],
  positional: ['dir'],
  options: PROGRAM_OPTIONS,
  async run(input, context) {
    const folder = folderOf(input.dir, context);
    const program = await programFrom(input, context, NO_PARENT);
    return withPopulation(folder, context, true, (population) => population.seed(program));
  },
};
