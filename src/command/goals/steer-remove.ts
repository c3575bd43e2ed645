import { UserError } from '../../lib/user-error.ts';
import type { Command } from '../contract.ts';
import { integer } from '../option.ts';
import { FILE } from './place.ts';
import { type Steered, steer, steeredText } from './steer.ts';

const OPTIONS = { number: integer('<number>', 'the directive', 0), file: FILE } as const;

export const command: Command<typeof OPTIONS, Steered> = {
  details: 'Takes a directive out of GOALS.md. The others keep their numbers.',
  examples: ['evolve goals steer remove 2'],
  positional: ['number'],
  options: OPTIONS,
  run({ number, file }, { cwd }) {
    if (number === undefined)
      throw new UserError('Which directive? evolve goals steer remove NUMBER; evolve goals export shows them.');
    return steer(cwd, file, { kind: 'undirect', number });
  },
  text: steeredText,
};
