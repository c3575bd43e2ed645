import { UserError } from '../../lib/user-error.ts';
import type { Command } from '../contract.ts';
import { integer } from '../option.ts';
import { FILE } from './place.ts';
import { type Steered, steer, steeredText } from './steer.ts';

const OPTIONS = {
  number: integer('<number>', 'the directive', 0),
  place: integer('[place]', 'where among the directives, from 1 (default: 1)', 1),
  file: FILE,
} as const;

export const command: Command<typeof OPTIONS, Steered> = {
  details:
    'Puts a directive at another place in GOALS.md. The numbers go to the directives in their new order, and the lowest is worked on first.',
  examples: ['evolve goals steer prioritize 3', 'evolve goals steer prioritize 3 2'],
  positional: ['number', 'place'],
  options: OPTIONS,
  run({ number, place = 1, file }, { cwd }) {
    if (number === undefined)
      throw new UserError('Which directive? evolve goals steer prioritize NUMBER; evolve goals export shows them.');
    return steer(cwd, file, { kind: 'prioritize', number, place });
  },
  text: steeredText,
};
