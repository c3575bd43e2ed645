import { formatPercent, formatScore, plural } from '../../lib/format.ts';
import { cut, plain } from '../../lib/width.ts';
import type { Context } from '../contract.ts';
import { appliedText } from '../document.ts';
import { statusesText } from '../exp/standing.ts';
import { changes } from '../report/text.ts';
import type { Optimized, RoundDocument } from './end.ts';
import { progressText } from './progress.ts';
import { byRoleTexts, spellText, sumOf } from './spent.ts';

/** Of each list: `--json` has more. */
const SHOWN = 5;
/** Of the rounds, the last. */
const SHOWN_ROUNDS = 10;

/** What rounds have come to, for people: best, counts, cost, the winning change, what was learnt, what to try next. */
export function optimizedText(found: Optimized, context: Context): string {
  const short = context.detail === 'quiet';
  return [
    headline(found).join('\n'),
    short ? '' : section('Rounds', roundLines(found)),
    short || found.best === null ? '' : changes(found.best, context),
    short ? '' : section('What worked', workedLines(found)),
    short ? '' : section('What did not', failedLines(found)),
    short ? '' : section('Notes', listed(found.learnings.notes.map(firstLine))),
    short ? '' : section('To try next', suggestionLines(found)),
    nextLines(found).join('\n'),
  ]
    .filter((part) => part !== '')
    .map((part) =>
      part
        .split('\n')
        .map((line) => cut(line, context.columns))
        .join('\n'),
    )
    .join('\n\n');
}

function headline({
  run,
  state,
  stop,
  best,
  baseline,
  progress,
  counts,
  experiments,
  cost,
  rounds,
}: Optimized): readonly string[] {
  const why = stop === null ? '' : `: ${plain(stop.reason)}`;
  const where = progress === null ? 'no round yet' : progressText(progress);
  const statuses = statusesText(counts);
  const spent = sumOf(cost);
  return [
    `Run ${run} is ${state}${why}`,
    `Baseline   ${formatScore(baseline)}`,
    `Best       ${bestText(best, baseline)}`,
    `Rounds     ${plural(rounds.filter(({ closed }) => closed).length, 'round')} done · ${where}`,
    `Tree       ${plural(experiments, 'experiment')}${statuses === '' ? '' : ` · ${statuses}`}`,
    ...(spent.calls === 0 ? [] : [`Agents     ${spellText(spent)}: ${byRoleTexts(cost).join(', ')}`]),
  ];
}

function bestText(best: Optimized['best'], baseline: number | null): string {
  if (best === null) return 'none';
  if (best.path.length <= 1) return `${formatScore(baseline)}  the baseline itself: nothing better was found`;
  const percent = best.percent === null ? '' : `  ${formatPercent(best.percent)}`;
  return `${formatScore(best.score)}${percent}  ${best.id}: ${inALine(best.hypothesis)}`;
}

function roundLines({ rounds }: Optimized): readonly string[] {
  const left = rounds.length - SHOWN_ROUNDS;
  return [...(left > 0 ? [`  … ${left} before`] : []), ...rounds.slice(-SHOWN_ROUNDS).map(roundLine)];
}

function roundLine({ round, closed, improved, stall, experiments, committed, cost }: RoundDocument): string {
  const came =
    improved === null ? `no new best, stall ${stall ?? 0}` : `new best ${formatScore(improved.score)} (${improved.id})`;
  const parts = closed
    ? [came, `${plural(experiments ?? 0, 'experiment')}, ${committed ?? 0} committed`]
    : ['not closed'];
  return [`  ${String(round).padStart(3)}  ${parts.join(' · ')}`, ...byRoleTexts(cost)].join(' · ');
}

const workedLines = ({ learnings }: Optimized): readonly string[] =>
  bounded(
    learnings.worked.map(
      ({ id, parent, score, hypothesis, summary }) =>
        `  ${id} (${formatScore(score)}, of ${parent})  ${inALine(summary === '' ? hypothesis : summary)}`,
    ),
  );

function failedLines({ learnings }: Optimized): readonly string[] {
  const invalid = learnings.invalid.map(({ id, reason }) => `  ${id} was invalid: ${inALine(reason)}`);
  const failed = learnings.failed.map(({ id, hypothesis, reason, alike }) => {
    const others = alike === 0 ? '' : ` (and ${alike} more)`;
    return `  ${id}${others}  ${inALine(reason)} · ${inALine(hypothesis)}`;
  });
  return [...bounded(invalid), ...bounded(failed)];
}

function suggestionLines({ suggestions }: Optimized): readonly string[] {
  const { ideas, hints, alerts, awaiting } = suggestions;
  return [
    ...bounded(ideas.map(({ hypothesis, technique }) => `  idea: ${inALine(hypothesis)} (${inALine(technique)})`)),
    ...bounded(
      awaiting.map(
        ({ id, reason, hypothesis }) => `  ${id} awaits a decision (${inALine(reason)}): ${inALine(hypothesis)}`,
      ),
    ),
    ...bounded(hints.map((text) => `  hint: ${inALine(text)}`)),
    ...bounded(alerts.map((text) => `  alert: ${inALine(text)}`)),
  ];
}

const TOLD: Readonly<Record<string, string>> = {
  'evolve exp diff best root': 'Whole change',
  'evolve apply': 'Take it over',
  'evolve direct "…"': 'Tell all of them something',
  'evolve report': 'The whole report',
  'evolve status': 'Where it stands',
};

function nextLines({ suggestions, applied }: Optimized): readonly string[] {
  const lines = suggestions.next.map((call): readonly [string, string] => [TOLD[call] ?? 'Go on', call]);
  const width = Math.max(0, ...lines.map(([label]) => label.length + 1));
  return [
    ...(applied === null ? [] : [`Applied: ${appliedText(applied)}`]),
    ...lines.map(([label, call]) => `${`${label}:`.padEnd(width)} ${call}`),
  ];
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [title, ...lines].join('\n');

const listed = (texts: readonly string[]): readonly string[] => bounded(texts.map((text) => `  ${inALine(text)}`));

const bounded = (lines: readonly string[]): readonly string[] =>
  lines.length > SHOWN ? [...lines.slice(0, SHOWN), `  … ${lines.length - SHOWN} more`] : lines;

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

const MOST = 160;

function inALine(text: string): string {
  const line = plain(text.replace(/\s+/g, ' ').trim());
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}
