import { resolve } from 'node:path';
import type { Directive, Goal, Goals, Snapshot } from '../../domain/goals.ts';
import { snapshotDocument, snapshotText } from '../../domain/snapshot.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { baselineIn, keepBaseline, keepLatest, keepMeasurement } from '../../source/source.ts';
import type { Command, Context } from '../contract.ts';
import { on, text } from '../option.ts';
import { LIMITS, measureHere, refuseNone } from './measuring.ts';
import { FILE, goalsHere, goalsPlace } from './place.ts';
import { failingIn, resultsTable, scoreText } from './results.ts';

const OPTIONS = {
  goal: text('--goal <id>', 'measure this goal alone; nothing is written then, unless --output says so'),
  directives: on('--directives', 'print the directives of GOALS.md and run nothing'),
  ...LIMITS,
  file: FILE,
  output: text('--output <path>', 'where the snapshot goes (default: .agents/evolve/fitness-latest.json)'),
  baseline: on('--baseline', 'keep it as the baseline of this era of the goals file'),
  force: on('--force', 'keep another baseline, beside the one that there is'),
} as const;

type Told =
  | { readonly kind: 'directives'; readonly directives: readonly Directive[] }
  | { readonly kind: 'one'; readonly snapshot: Snapshot; readonly wrote?: string }
  | { readonly kind: 'all'; readonly snapshot: Snapshot; readonly wrote: string; readonly baseline?: string };

export const command: Command<typeof OPTIONS, Told> = {
  details: [
    'Runs the check of every goal in your folder, as it is now: exit code 0 passes. Goals that check the checks come first, one by one; then two at once; test suites and builds alone. A check that does not finish fails, and is ended with everything it started.',
    'Checks run in a bash that reads no start-up files, with your environment. The score is the share of weight that passes. What was measured is in .agents/evolve/fitness-latest.json and in .agents/ao/goals; when something goes wrong the old one stays.',
  ].join('\n'),
  examples: [
    'evolve goals measure',
    'evolve goals measure --goal lint --timeout 30s',
    'evolve goals measure --baseline',
    'evolve goals measure --directives --json',
  ],
  positional: [],
  options: OPTIONS,
  async run(input, context) {
    const place = goalsPlace(context.cwd, input.file);
    if (input.directives === true) return directivesOf(await goalsHere(place), input.goal);
    if (input.goal !== undefined && input.baseline === true)
      throw new UserError('A baseline is of all goals: leave out --goal or --baseline.');
    const goals = await goalsHere(place);
    refuseNone(goals);
    if (input.baseline === true && input.force !== true) refuseSecond(place.root, goals);
    const wanted = input.goal === undefined ? goals.goals : [goalIn(goals, input.goal)];
    const snapshot = await measureHere(place.root, wanted, input, context);
    const output = input.output === undefined ? undefined : resolve(context.cwd, input.output);
    if (output !== undefined) writeWhole(output, snapshotText(snapshot));
    const wrote = output === undefined ? undefined : (input.output ?? output);
    if (input.goal !== undefined) return { kind: 'one', snapshot, ...(wrote === undefined ? {} : { wrote }) };
    keepMeasurement(place.root, snapshot);
    const latest = wrote ?? keepLatest(place.root, snapshot);
    if (input.baseline !== true) return { kind: 'all', snapshot, wrote: latest };
    const kept = keepBaseline(place.root, goals.era, snapshot, { force: input.force === true });
    return { kind: 'all', snapshot, wrote: latest, ...(kept === undefined ? {} : { baseline: kept.path }) };
  },
  text: told,
  document: (result) => (result.kind === 'directives' ? result.directives : snapshotDocument(result.snapshot)),
};

function directivesOf(goals: Goals, goal: string | undefined): Told {
  if (goal !== undefined) throw new UserError('--directives runs no check: leave out --goal or --directives.');
  if (!/\.md$/i.test(goals.path))
    throw new UserError(`${goals.path} has no directives: move to GOALS.md with evolve goals migrate --to-md`);
  return { kind: 'directives', directives: goals.directives };
}

function goalIn({ goals, path }: Goals, id: string): Goal {
  const found = goals.find((goal) => goal.id === id);
  if (found !== undefined) return found;
  throw new UserError(`${path} has no goal ${id}. There are: ${goals.map((goal) => goal.id).join(', ')}.`);
}

function refuseSecond(root: string, { era }: Goals): void {
  const kept = baselineIn(root, era);
  if (kept !== undefined)
    throw new UserError(`This era has a baseline already: ${kept.path}. Keep another beside it with --force.`);
}

function told(result: Told, { columns }: Context): string {
  if (result.kind === 'directives')
    return result.directives.map(directiveText).join('\n') || 'GOALS.md has no directives: evolve goals steer add';
  const { snapshot } = result;
  if (result.kind === 'one') {
    const [one] = snapshot.goals;
    const wrote = result.wrote === undefined ? [] : ['', `Written to ${result.wrote}.`];
    return [resultsTable(snapshot.goals, columns), '', one?.output || 'It printed nothing.', ...wrote].join('\n');
  }
  return [
    resultsTable(snapshot.goals, columns),
    '',
    scoreText(snapshot),
    ...failures(snapshot),
    ...(result.baseline === undefined ? [] : [`Baseline of this era: ${result.baseline}`]),
    nextText(snapshot),
  ].join('\n');
}

const directiveText = ({ number, title, steer }: Directive): string =>
  `${number}. ${title}${steer === undefined ? '' : ` (${steer})`}`;

/** So many are told of; the table has all. */
const TOLD = 3;

function failures(snapshot: Snapshot): readonly string[] {
  return failingIn(snapshot)
    .slice(0, TOLD)
    .map(({ goal, output }) => `${goal}: ${output.split('\n').findLast((line) => line.trim() !== '') ?? 'no output'}`);
}

function nextText(snapshot: Snapshot): string {
  const [worst] = failingIn(snapshot);
  if (worst === undefined) return 'All pass. Scores so far: evolve goals history';
  return `Next: evolve goals measure --goal ${worst.goal} shows what it prints; evolve goals run works on what fails.`;
}
