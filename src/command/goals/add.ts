import { GOAL_TYPES, type Goal } from '../../domain/goals.ts';
import { UserError } from '../../lib/user-error.ts';
import { GOAL_ID } from '../../spec/spec.ts';
import type { Command } from '../contract.ts';
import { choice, type Given, integer, list, number, text } from '../option.ts';
import { editHere } from './edit.ts';
import { FILE } from './place.ts';

const OPTIONS = {
  id: text('<id>', 'its name: a-z, 0-9 and single dashes'),
  check: text('<check>', 'a shell command that exits with 0 when the goal is met'),
  description: text('--description <text>', 'what it is about (default: its name)'),
  weight: integer('--weight <n>', 'how much it counts, from 1 to 10 (default: 5)', 1),
  type: choice('--type <type>', 'what it is about; meta checks the checks (default: health)', GOAL_TYPES),
  pillar: text('--pillar <name>', 'what it belongs to'),
  metric: text('--metric <name>', 'the check prints this number, which is kept'),
  threshold: number('--threshold <number>', 'what the number is held against'),
  tag: list('--tag <tag...>', 'a word to find it by'),
  file: FILE,
} as const;

interface Added {
  readonly file: string;
  readonly goal: Goal;
  readonly total: number;
  readonly era: string;
}

export const command: Command<typeof OPTIONS, Added> = {
  details:
    'Adds a row to the gates of GOALS.md, or an item to GOALS.yaml; nothing else in the file changes. The file is another era from then on.',
  examples: [
    'evolve goals add tests "npm test" --weight 8',
    'evolve goals add coverage "npm run --silent coverage" --metric coverage --threshold 80',
    `evolve goals add skip-list-stays 'test "$(wc -l < skip-list.txt)" -le 3' --type meta`,
  ],
  positional: ['id', 'check'],
  options: OPTIONS,
  async run(input, { cwd }) {
    const goal = goalOf(input);
    const { after } = await editHere(cwd, input.file, () => ({ kind: 'add', goal }));
    const written = after.goals.find(({ id }) => id === goal.id) ?? goal;
    return { file: after.path, goal: written, total: after.goals.length, era: after.era };
  },
  text: ({ file, goal, total }) =>
    `${file}: ${goal.id} added, weight ${goal.weight}; ${total} goals. Look at it: evolve goals measure --goal ${goal.id}`,
};

/** The goal that is asked for. */
export function goalOf(input: Given<Omit<typeof OPTIONS, 'file'>>): Goal {
  const { id, check, weight = 5, metric, threshold, tag } = input;
  if (id === undefined || check === undefined)
    throw new UserError('Which goal? evolve goals add ID "COMMAND", such as: evolve goals add tests "npm test"');
  if (!GOAL_ID.test(id))
    throw new UserError(`${JSON.stringify(id)} is not kebab-case: use a-z, 0-9 and single dashes.`);
  if (weight > 10) throw new UserError('--weight must be at most 10.');
  if ((metric === undefined) !== (threshold === undefined))
    throw new UserError('--metric and --threshold go together: give both.');
  return {
    id,
    description: input.description ?? id,
    check: check.trim(),
    weight,
    type: input.type ?? 'health',
    ...(input.pillar === undefined ? {} : { pillar: input.pillar }),
    ...(metric === undefined || threshold === undefined ? {} : { continuous: { metric, threshold } }),
    ...(tag === undefined ? {} : { tags: tag }),
  };
}
