import type { Goals } from '../../domain/goals.ts';
import type { Command } from '../contract.ts';
import { FILE, goalsHere, goalsPlace } from './place.ts';

const OPTIONS = { file: FILE } as const;

export const command: Command<typeof OPTIONS, Goals> = {
  details: 'Prints all that the file says: mission, stars, directives, goals, and its era.',
  examples: ['evolve goals export', 'evolve goals export --file GOALS.yaml > goals.json'],
  positional: [],
  options: OPTIONS,
  run: ({ file }, { cwd }) => goalsHere(goalsPlace(cwd, file)),
  text: (goals) => JSON.stringify(goals, null, 2),
};
