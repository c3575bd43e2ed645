import { type Interval, median } from '../../domain/compare.ts';
import {
  formatDuration,
  formatNumber,
  formatScore,
  formatSigned,
  formatUsd,
  plural,
  shellQuote,
} from '../../lib/format.ts';
import { paintPatch, styleOf } from '../../lib/style.ts';
import { cut, plain } from '../../lib/width.ts';
import { idleLines } from '../arms.ts';
import { authorLines } from '../authors.ts';
import { climbText } from '../climb.ts';
import type { Context } from '../contract.ts';
import { costText } from '../cost.ts';
import { appliedText, questionLines } from '../document.ts';
import { statusesText } from '../exp/standing.ts';
import { FLAGGED, flagText } from '../flagged.ts';
import { frontText } from '../front.ts';
import { type CyclesStanding, cyclesLines } from '../goals/run/standing.ts';
import { boardText } from '../leaderboard.ts';
import { makingText } from '../making.ts';
import { againWith } from '../resuming.ts';
import { trendText } from '../trend.ts';
import { worthText } from '../worth.ts';
import { codeText, islandsText } from './islands.ts';
import type { Ended, Improvement, Step } from './report.ts';

/** What a run has come to, for people: the winner, how it came about, what it changes, what to do next. */
export function textOf(ended: Ended, context: Context): string {
  if (ended.cycles !== undefined) return cyclesReport(ended, ended.cycles, context);
  return joined([bodyOf(ended, context), nextOf(ended)]);
}

/** Of cycles over goals nobody wins: what has landed has landed. */
function cyclesReport(ended: Ended, cycles: CyclesStanding, { columns }: Context): string {
  const state = ended.stop === null ? ended.state : `${ended.state}: ${ended.stop.reason}`;
  const lines = [
    `Run ${ended.run} ${state}`,
    ...cyclesLines(cycles),
    `Spent      ${plural(ended.budget.evaluationsSpent, 'evaluation')} · ${formatDuration(ended.budget.minutesSpent * 60_000)}`,
    ...(ended.cost === undefined ? [] : [`Agents     ${costLine(ended)}`]),
  ].map((line) => cut(line, columns));
  return joined([lines.join('\n'), nextOf(ended)]);
}

/** What there is to know, without what to do next. */
export function bodyOf(ended: Ended, context: Context): string {
  const short = context.detail === 'quiet';
  // Between generations people look at the field; how the winner came about and what it changes is a question away.
  const between = short || ended.state === 'paused';
  return joined([
    headline(ended),
    islandsText(ended),
    measured(ended, context),
    worth(ended),
    flagged(ended, context.columns),
    short ? '' : authorLines(ended.authors, context.columns).join('\n'),
    short ? '' : board(ended, context),
    between ? '' : frontText(ended.front, context.columns),
    between ? '' : lineageText(ended, context.columns),
    short ? '' : curve(ended, context),
    between ? '' : codeText(ended) || changes(ended, context),
  ]);
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

function headline(ended: Ended): string {
  const state = ended.stop === null ? ended.state : `${ended.state}: ${ended.stop.reason}`;
  const { total, scored, invalid, cached } = ended.candidates;
  const spent = formatDuration(ended.budget.minutesSpent * 60_000);
  const { unchanged, dropped } = ended.proposals;
  const counts = `${plural(total, 'candidate')} (${scored} scored, ${invalid} invalid, ${cached} cached)`;
  const without = [unchanged > 0 ? ` · ${unchanged} unchanged` : '', dropped > 0 ? ` · ${dropped} failed` : ''].join(
    '',
  );
  const lines = [
    `Run ${ended.run} ${state}`,
    `${progressText(ended)} · ${counts}${without} · ${spent}`,
    ...(ended.cost === undefined ? [] : [`Agents: ${costLine(ended)}`]),
    ...idleLines(ended.arms),
  ];
  return lines.join('\n');
}

const progressText = ({ generation, budget, experiments }: Ended): string =>
  experiments !== undefined
    ? `epoch ${experiments.epoch} · ${statusesText(experiments.statuses) || 'only root so far'}`
    : generation === undefined
      ? plural(budget.evaluationsSpent, 'evaluation')
      : plural(generation, 'generation');

/** What agents have cost, and what each per cent of the gain came to. */
export function costLine({ cost, budget, usdPerPercent }: Ended): string {
  if (cost === undefined) return '';
  const per = usdPerPercent === undefined ? '' : ` · ${formatUsd(usdPerPercent)} per 1 % gained`;
  return `${costText(cost, budget)}${per}`;
}

function measured(ended: Ended, context: Context): string {
  const style = styleOf(context.color);
  const { baseline, best, improvement, sideBySide } = ended;
  // On a noisy score some look better that are not confirmed: the leaderboard has them.
  if (ended.patch === null && ended.islands !== undefined) return '';
  if (ended.patch === null)
    return `No candidate ${ended.noisy ? 'is confirmed to beat' : 'beats'} the baseline of ${formatScore(baseline.score)}.`;
  const width = Math.max(best.id.length, baseline.id.length);
  const both = [
    style.bold(`Winner    ${best.id.padEnd(width)}  ${formatScore(best.score)}`),
    `Baseline  ${baseline.id.padEnd(width)}  ${formatScore(baseline.score)}`,
  ];
  // Iterations are told with the parts of both scores.
  const lines = ended.islands === undefined ? both : [];
  if (sideBySide?.failed !== undefined) lines.push(`They could not be measured again: ${plain(sideBySide.failed)}`);
  if (sideBySide === null || improvement === null) return lines.join('\n');
  const text = improvementText(improvement);
  const often = sideBySide.best.length === 1 ? 'once more each' : `${sideBySide.best.length} times each in turns`;
  lines.push(
    `Measured side by side, ${often}:`,
    `  baseline ${samplesText(sideBySide.baseline)}`,
    `  winner   ${samplesText(sideBySide.best)}`,
    improvement.confirmed ? style.good(text) : text,
  );
  return lines.join('\n');
}

function worth(ended: Ended): string {
  const { heading, lines } = worthText(ended);
  return lines.length === 0 ? '' : [heading, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** More than these are told by their middle and ends. */
const SHOWN_SAMPLES = 6;

function samplesText(samples: readonly number[]): string {
  if (samples.length <= SHOWN_SAMPLES) return samples.map(formatScore).join('  ');
  return `${formatScore(median(samples))} (${formatScore(Math.min(...samples))} to ${formatScore(Math.max(...samples))})`;
}

function improvementText({ delta, percent, confirmed, interval }: Improvement): string {
  const limits =
    interval === null ? '' : `, at 95 % between ${limitText(interval, 'low')} and ${limitText(interval, 'high')}`;
  const way = percent !== null && percent < 0 ? 'worse' : 'better';
  const part = percent === null ? '' : ` (${Math.abs(percent).toFixed(2)} % ${way}${limits})`;
  if (confirmed) return `Improvement ${formatSigned(delta)}${part}`;
  if (interval !== null && way === 'better')
    return `Not confirmed: ${formatSigned(delta)}${part} may be chance. Look closer with: evolve compare --repeat 60`;
  return `Not confirmed: measured again, the winner is no better: ${formatSigned(delta)}${part}.`;
}

/** A limit of the gain, as a share or as it is. */
export function limitText({ relative, ...limits }: Interval, end: 'low' | 'high'): string {
  const limit = limits[end];
  if (limit === null) return end === 'low' ? '−∞' : '∞';
  return relative ? `${(100 * limit).toFixed(2)} %` : formatNumber(limit);
}

function flagged({ flagged: found }: Ended, columns: number): string {
  const lines = found.map((flag) => cut(`  ${flag.candidate}  ${flagText(flag)}`, columns));
  return lines.length === 0 ? '' : [`${FLAGGED} (see evolve show ID):`, ...lines].join('\n');
}

/** At a checkpoint people want to see the field before they answer. */
function board({ question, leaders, generation, stale }: Ended, context: Context): string {
  if (question === undefined) return '';
  const since = generation === undefined ? '' : ` (stale ${stale.count}/${stale.limit})`;
  return `Leaderboard${since}\n${boardText(leaders, context.columns)}`;
}

/** Longer lineages show their ends. */
const SHOWN_STEPS = 30;

function lineageText({ lineage, patch }: Ended, columns: number): string {
  if (patch === null) return '';
  const lines = lineage.map((step, index) => stepText(step, index === 0));
  const half = SHOWN_STEPS / 2;
  const left = lines.length - SHOWN_STEPS;
  const shown = left > 0 ? [...lines.slice(0, half), `  … ${left} more: evolve path`, ...lines.slice(-half)] : lines;
  return ['Lineage', ...shown.map((line) => cut(line, columns))].join('\n');
}

function stepText(step: Step, first: boolean): string {
  const { id, score, summary } = step;
  if (first) return `  ${id} (${formatScore(score)})`;
  return `  → ${id} (${formatScore(score)})  ${makingText(step)}: ${plain(summary)}`;
}

function curve({ history, improvements, budget }: Ended, context: Context): string {
  const trend =
    improvements === undefined
      ? trendText(history, context.columns)
      : climbText(improvements, budget.evaluationsSpent, context.columns);
  return trend === '' ? '' : `Fitness curve\n${trend}`;
}

/** Long changes are in the patch. */
const SHOWN_LINES = 60;

/** What the winner changes, as far as it fits. */
export function changes({ diff, patch }: Pick<Ended, 'diff' | 'patch'>, context: Context): string {
  if (patch === null) return '';
  // Only a patch needs whole hashes.
  const lines = diff
    .replace(/^(index [0-9a-f]{7})[0-9a-f]*(\.\.[0-9a-f]{7})[0-9a-f]*/gm, '$1$2')
    .trimEnd()
    .split('\n');
  const more = lines.length > SHOWN_LINES ? `\n… ${lines.length - SHOWN_LINES} more lines in ${patch}` : '';
  return `Change\n${paintPatch(lines.slice(0, SHOWN_LINES), styleOf(context.color)).join('\n')}${more}`;
}

/** What to do next. */
export function nextOf(ended: Ended): string {
  const lines: string[] = [];
  if (ended.applied !== undefined) lines.push(`Applied: ${appliedText(ended.applied)}`);
  else if (ended.patch !== null && ended.improvement?.confirmed !== false) {
    lines.push(
      'Take it over: evolve apply',
      `Or by hand:   git -C ${shellQuote(ended.root)} apply ${shellQuote(ended.patch)}`,
    );
  }
  if (ended.islands?.folder !== undefined) lines.push(`Its files:    ${ended.islands.folder}`);
  if (ended.question !== undefined) {
    lines.push(...questionLines(ended.question));
  }
  if (ended.experiments !== undefined) lines.push('Go on: evolve exp scratchpad');
  if (ended.state === 'interrupted' || ended.state === 'stopped') lines.push(`Continue it: ${againWith(ended)}`);
  return lines.join('\n');
}
