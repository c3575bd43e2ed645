import { formatDuration, formatScore, formatSigned, plural, sparkline } from '../lib/format.ts';
import { cut, plain } from '../lib/width.ts';
import { type Command, RUN } from './contract.ts';
import { costText } from './cost.ts';
import { appliedText, questionLines, type Status, statusOf } from './document.ts';
import { statusesText } from './exp/standing.ts';
import { frontLine } from './front.ts';
import { cyclesLines } from './goals/run/standing.ts';
import { roundsLines } from './optimize/standing.ts';
import { isDriven, withRun } from './place.ts';
import { againWith } from './resuming.ts';
import { controlLines, forecastLines, prospectsOf } from './worth.ts';

const OPTIONS = { run: RUN } as const;

export const command: Command<typeof OPTIONS, Status> = {
  examples: ['evolve status', 'evolve status --json', 'evolve status --run r2'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, ({ stateDir, view, run }) => ({
      ...statusOf(view, run, isDriven(stateDir, run.id), Date.now()),
      ...prospectsOf(view, run),
    })),
  text(status, context) {
    const { baseline, best, candidates, question, stop } = status;
    const ended = stop === null ? '' : ` (${stop.reason})`;
    const bests = (status.improvements ?? status.history).flatMap((step) => step.best ?? []);
    const lines = [
      `Run ${status.run} is ${status.state}${ended} · ${whereIn(status)}`,
      ...(status.cycles === undefined ? [`Fitness    ${plain(status.fitness)}`] : []),
      ...(status.goal === undefined ? [] : [`Goal       ${plain(status.goal)}`]),
      ...(status.cycles === undefined
        ? [`Baseline   ${formatScore(baseline.score)}`, `Best       ${formatScore(best.score)}  ${bestText(status)}`]
        : cyclesLines(status.cycles)),
      ...experimentLines(status),
      ...(status.rounds === undefined ? [] : roundsLines(status.rounds)),
      `Candidates ${candidates.total} · ${candidates.scored} scored · ${candidates.invalid} invalid · ${candidates.broken} broken · ${candidates.cached} cached`,
      `Spent      ${spentOf(status)}`,
      ...(status.cost === undefined ? [] : [`Agents     ${costText(status.cost, status.budget)}`]),
      ...forecastLines(status).map((line) => `Expected   ${line}`),
      ...controlLines(status).map((line, index) => `${index === 0 ? 'Worth it?' : ''.padEnd(9)}  ${line}`),
      ...(status.front === undefined
        ? []
        : [`${status.front.by === 'cells' ? 'Grid ' : 'Front'}      ${frontLine(status.front)}`]),
      ...(bests.length < 2 ? [] : [`Trend      ${sparkline(bests, SPARK)}`]),
    ];
    if (status.applied !== undefined) lines.push(`Applied    ${appliedText(status.applied)}`);
    if (question !== undefined) lines.push(...questionLines(question));
    if (status.experiments !== undefined) lines.push('Go on: evolve exp scratchpad');
    if (status.state === 'interrupted' || status.state === 'stopped') lines.push(`Continue it: ${againWith(status)}`);
    return lines.map((line) => cut(line, context.columns)).join('\n');
  },
};

const SPARK = 60;

function experimentLines({ experiments }: Status): readonly string[] {
  if (experiments === undefined) return [];
  const { statuses, frontier, blocked } = experiments;
  const told = statusesText(statuses);
  return [
    `Tree       ${told === '' ? 'only root so far' : told} · ${frontier} to branch from`,
    ...(blocked ? ['Blocked    nothing can be compared in this epoch yet: evolve exp rescore root'] : []),
  ];
}

function whereIn({ strategy, generation, stale, stop, experiments, cycles }: Status): string {
  if (cycles !== undefined) return 'cycles over goals';
  if (experiments !== undefined) return `experiments · epoch ${experiments.epoch}`;
  if (generation !== undefined) return `generation ${generation} · stale ${stale.count}/${stale.limit}`;
  // What was in flight when it ended counts, too.
  const limit = stale.limit === null || stop !== null ? '' : ` of ${stale.limit}`;
  return `${strategy} · ${stale.count}${limit} since the best`;
}

function bestText({ best, baseline }: Status): string {
  if (best.id === baseline.id) return 'the baseline itself';
  return `${best.delta === null ? '' : `${formatSigned(best.delta)}  `}${best.id}`;
}

function spentOf({ budget }: Status): string {
  const { evaluations, evaluationsSpent, minutes, minutesSpent } = budget;
  const measured =
    evaluations === undefined
      ? plural(evaluationsSpent, 'evaluation')
      : `${evaluationsSpent} of ${plural(evaluations, 'evaluation')}`;
  const limit = minutes === undefined ? '' : ` of ${formatDuration(minutes * 60_000)}`;
  return `${measured} · ${formatDuration(minutesSpent * 60_000)}${limit}`;
}
