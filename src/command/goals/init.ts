import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Goal } from '../../domain/goals.ts';
import { UserError } from '../../lib/user-error.ts';
import { type FoundGoal, foundGoals, GOAL_ID, goalsMarkdown, goalsOf, type ReadText } from '../../spec/spec.ts';
import type { Command, Context } from '../contract.ts';
import { type Given, list, on, text } from '../option.ts';
import { writeHere } from './edit.ts';
import { goalsPlace } from './place.ts';

const OPTIONS = {
  mission: text('--mission <text>', 'what the repository is for, in a sentence'),
  goal: list('--goal <id=command...>', 'a goal of your own, beside those that are found'),
  northStar: list('--north-star <text...>', 'what it should become'),
  antiStar: list('--anti-star <text...>', 'what it must not become'),
  find: on('--no-find', 'take only the goals that you name'),
  yes: on('-y, --yes', 'write what is found without asking'),
} as const;

type Input = Given<typeof OPTIONS>;

interface Begun {
  readonly file: string;
  readonly written: boolean;
  readonly mission: string;
  readonly goals: readonly (Goal & { readonly from: string })[];
}

export const command: Command<typeof OPTIONS, Begun> = {
  details:
    'Looks for tests, lint, types and build in package.json, Makefile, pyproject.toml, go.mod and Cargo.toml, and writes them into a GOALS.md at the root as goals. A terminal is asked first. A GOALS.md or GOALS.yaml that is there stays as it is.',
  examples: [
    'evolve goals init',
    'evolve goals init --yes --mission "A parser that never lies"',
    'evolve goals init --goal "docs=npm run docs:check" --north-star "Every error names its line"',
  ],
  positional: [],
  options: OPTIONS,
  async run(input, context) {
    const { root, read } = goalsPlace(context.cwd);
    for (const file of ['GOALS.md', 'GOALS.yaml'])
      if (existsSync(join(root, file)))
        throw new UserError(
          `There is a ${file} already. Look at it: evolve goals validate; add to it: evolve goals add`,
        );
    const own = (input.goal ?? []).map(ownGoal);
    const found = input.find === false ? [] : await foundGoals(read, readdirSync(root));
    const goals = [...own, ...found.filter(({ goal }) => !own.some((one) => one.goal.id === goal.id))];
    if (goals.length === 0)
      throw new UserError(
        'No tests, lint, types or build are found here. Name a goal: evolve goals init --goal "tests=COMMAND"',
      );
    const usual = await missionOf(read, root);
    const mission = input.mission ?? (await askedMission(input, context, usual));
    const begun = { file: 'GOALS.md', mission, goals: goals.map(({ goal, from }) => ({ ...goal, from })) };
    if (!(await isWanted(input, context, goals))) return { ...begun, written: false };
    await write(root, input, mission, goals);
    return { ...begun, written: true };
  },
  text: ({ file, written, goals }) =>
    written
      ? [
          `${file} written with ${goals.length} ${goals.length === 1 ? 'goal' : 'goals'}:`,
          ...goals.map(({ id, check, from }) => `  ${id}: ${check}  (${from})`),
          'See how it stands: evolve goals measure',
        ].join('\n')
      : 'Nothing is written.',
};

async function write(root: string, input: Input, mission: string, goals: readonly FoundGoal[]): Promise<void> {
  const text = goalsMarkdown({
    mission,
    northStars: input.northStar ?? [],
    antiStars: input.antiStar ?? [],
    goals: goals.map(({ goal }) => goal),
  });
  const { problems } = await goalsOf(text, 'GOALS.md');
  const [problem] = problems;
  if (problem !== undefined) throw new UserError(`That would be no GOALS.md: ${problem.text}`);
  writeHere(root, 'GOALS.md', text);
}

function ownGoal(given: string): FoundGoal {
  const [, id = '', check = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
  if (!GOAL_ID.test(id.trim()) || check.trim() === '')
    throw new UserError(`--goal takes ID=COMMAND such as "tests=npm test", not ${JSON.stringify(given)}.`);
  const name = id.trim();
  return { goal: { id: name, description: name, check: check.trim(), weight: 5, type: 'health' }, from: '--goal' };
}

/** What the repository says of itself, else that it is to work. */
async function missionOf(read: ReadText, root: string): Promise<string> {
  const said = /"description"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec((await read('package.json')) ?? '')?.[1];
  const told = /^description\s*=\s*"([^"\n]+)"/m.exec(
    `${await read('pyproject.toml')}\n${await read('Cargo.toml')}`,
  )?.[1];
  return (said ?? told ?? '').replace(/\\(.)/g, '$1').trim() || `Keep ${basename(root)} working, and make it better.`;
}

async function askedMission({ yes }: Input, context: Context, usual: string): Promise<string> {
  if (yes === true || !context.interactive) return usual;
  return (await context.ask(`What is it for? [${usual}] `))?.trim() || usual;
}

async function isWanted({ yes }: Input, context: Context, goals: readonly FoundGoal[]): Promise<boolean> {
  if (yes === true || !context.interactive) return true;
  await context.show(`${goals.map(({ goal, from }) => `  ${goal.id}: ${goal.check}  (${from})`).join('\n')}\n`);
  const reply = await context.ask('Write GOALS.md with these? [Y/n] ');
  return reply !== undefined && !/^n/i.test(reply.trim());
}
