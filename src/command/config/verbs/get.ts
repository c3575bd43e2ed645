import { UserError } from '../../../lib/user-error.ts';
import type { Command } from '../../contract.ts';
import { RUN } from '../../contract.ts';
import { text } from '../../option.ts';
import { DEFAULT, type Effective, isEffective } from '../effective.ts';
import { keyNamed } from './key.ts';
import { withSettings } from './place.ts';
import { shownAt, valueText } from './show.ts';

const OPTIONS = {
  key: text('<key>', 'a key of evolve.yaml, such as timeout or experiments.frontier'),
  run: RUN,
} as const;

export const command: Command<typeof OPTIONS, Effective> = {
  details: 'Prints its value and nothing else; with --json also where it comes from.',
  examples: ['evolve config get fitness', 'evolve config get experiments.max-attempts --json'],
  positional: ['key'],
  options: OPTIONS,
  run: (input, context) =>
    withSettings(input.run, context, async (place) => {
      const key = isEffective(input.key ?? '') ? (input.key ?? '') : keyNamed(input.key, 'get').key;
      const { settings } = await shownAt(place);
      const found = settings.find((one) => one.key === key);
      if (found !== undefined) return found;
      if (isEffective(key)) return { key, value: null, from: DEFAULT };
      throw new UserError(`${key} is a setting of evolve run, not of experiments: it is in evolve.yaml alone.`);
    }),
  text: ({ value }) => valueText(value),
};
