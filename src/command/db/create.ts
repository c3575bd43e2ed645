import { plural } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';
import { DEFAULTS, type Info, type Settings } from '../../population/population.ts';
import type { Command } from '../contract.ts';
import { choice, type Given, integer, number, text } from '../option.ts';
import { DIR, folderOf, withPopulation } from './open.ts';

const OPTIONS = {
  dir: DIR,
  islands: integer('--islands <n>', `populations that evolve apart (default: ${DEFAULTS.islands})`, 1),
  islandCapacity: integer(
    '--islandCapacity <n>',
    `programs that live on an island at most; the worst go (default: ${DEFAULTS.islandCapacity})`,
    1,
  ),
  migrationInterval: integer(
    '--migrationInterval <n>',
    `after so many additions the best of each island is copied to the others (default: ${DEFAULTS.migrationInterval})`,
    1,
  ),
  exploit: number('--exploit <share>', `how often a parent is one of the best (default: ${DEFAULTS.exploit})`),
  exploitTop: integer('--exploitTop <n>', `how many of an island are its best (default: ${DEFAULTS.exploitTop})`, 1),
  inspirations: integer(
    '--inspirations <n>',
    `how many of the best come with a sample (default: ${DEFAULTS.inspirations})`,
    0,
  ),
  metric: text('--metric <name>', 'the metric that is the score (default: the mean of all numbers)'),
  direction: choice('--direction <max|min>', `whether a higher or a lower score is better (default: max)`, [
    'max',
    'min',
  ] as const),
  seed: integer('--seed <n>', `seed of all draws (default: ${DEFAULTS.seed})`, 0),
} as const;

export const command: Command<typeof OPTIONS, Info> = {
  details: 'The first seed or add makes one, too, with the defaults.',
  examples: ['evolve db create pop', 'evolve db create pop --islands 5 --metric speed --direction max'],
  positional: ['dir'],
  options: OPTIONS,
  async run(input, context) {
    const folder = folderOf(input.dir, context);
    return withPopulation(
      folder,
      context,
      true,
      (population) => {
        const info = population.info();
        if (info.totalPrograms > 0)
          throw new UserError(
            `${folder} holds ${plural(info.totalPrograms, 'program')} already: go on with what is there, or choose another folder.`,
          );
        return info;
      },
      settingsOf(input),
    );
  },
};

function settingsOf({ dir: _, ...settings }: Given<typeof OPTIONS>): Partial<Settings> {
  return settings;
}
