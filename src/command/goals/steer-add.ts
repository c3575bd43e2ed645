import { STEERS } from '../../domain/goals.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Command } from '../contract.ts';
import { choice, text } from '../option.ts';
import { FILE } from './place.ts';
import { type Steered, steer, steeredText } from './steer.ts';

const OPTIONS = {
  title: text('<title>', 'where things should go, in a few words'),
  body: text('--text <text>', 'more about it'),
  steer: choice('--steer <steer>', 'which way', STEERS),
  id: text('--id <id>', 'its own id: a gate under it tells whether it is met (default: directive-N)'),
  file: FILE,
} as const;

export const command: Command<typeof OPTIONS, Steered> = {
  details: 'Adds a directive to GOALS.md, after the others; nothing else in the file changes.',
  examples: [
    'evolve goals steer add "Cover the parsers" --steer increase --text "Every format has a test of its own."',
  ],
  positional: ['title'],
  options: OPTIONS,
  run({ title, body, steer: to, id, file }, { cwd }) {
    if (title === undefined) throw new UserError('Which directive? evolve goals steer add "TITLE" --steer increase');
    const directive = {
      title,
      ...(body === undefined ? {} : { body }),
      ...(to === undefined ? {} : { steer: to }),
      ...(id === undefined ? {} : { id }),
    };
    return steer(cwd, file, { kind: 'direct', directive });
  },
  text: steeredText,
};
