import { driftCounts } from '../../domain/goal-drift.ts';
import { summaryOf } from '../../domain/goals.ts';
import type { Retrospect } from '../desk.ts';
import { lineOf } from '../json.ts';
import type { LedgerLine } from '../ledger/line.ts';
import type { Fitness } from './facts.ts';

/** Longer tables nobody reads; the ledger has all. */
const MOST_ROWS = 200;

/** `2 improved, 0 regressed, 5 unchanged` */
export function countsOf({ drifts }: Fitness): string {
  const { improved, regressed, unchanged } = driftCounts(drifts);
  return `${improved} improved, ${regressed} regressed, ${unchanged} unchanged`;
}

export function fitnessPage(fitness: Fitness | undefined): string {
  if (fitness === undefined) return '# Fitness\n\nNo goals were measured.\n';
  const { since, before, after, drifts } = fitness;
  const rows = drifts.map((one) => row([one.goal, one.before, one.after, one.delta]));
  const score = (goals: Fitness['before']) => summaryOf(goals.goals).score;
  return text([
    '# Fitness',
    '',
    `From ${since} (${before.at}) to ${after.at}: score ${score(before)} → ${score(after)}`,
    '',
    row(['goal_id', 'baseline_result', 'final_result', 'delta']),
    '|---|---|---|---|',
    ...rows,
    '',
    countsOf(fitness),
  ]);
}

export function summaryPage(page: {
  readonly report: string;
  readonly lines: readonly LedgerLine[];
  readonly fitness: Fitness | undefined;
  readonly back: Retrospect | undefined;
  /** Titles of what was written down for later. */
  readonly harvested: readonly string[];
  readonly warnings: readonly string[];
}): string {
  const { report, lines, fitness, back, harvested, warnings } = page;
  const shown = lines.slice(-MOST_ROWS);
  return text([
    '# Session',
    '',
    ...report.trimEnd().split('\n').slice(1),
    ...(fitness === undefined ? [] : [`Goals: ${countsOf(fitness)}`]),
    ...section('Cycles', [
      ...(shown.length < lines.length ? [`${lines.length - shown.length} earlier ones are in the ledger.`, ''] : []),
      ...(shown.length === 0 ? [] : [row(['cycle', 'target', 'result', 'goals', 'commit']), '|---|---|---|---|---|']),
      ...shown.map(cycleRow),
    ]),
    ...section('Looking back', back === undefined || back.summary === '' ? [] : [back.summary]),
    ...section('Learned', (back?.learnings ?? []).map(item)),
    ...section('Left for later', harvested.map(item)),
    ...section('Warnings', warnings.map(item)),
  ]);
}

const cycleRow = (line: LedgerLine): string =>
  row([
    String(line.cycle),
    line.attempted === undefined ? line.target : `${line.target} (${line.attempted})`,
    line.reason === undefined ? line.result : `${line.result}: ${line.reason}`,
    line.goalsTotal === undefined ? '' : `${line.goalsPassing}/${line.goalsTotal}`,
    line.canonicalSha?.slice(0, 12) ?? '',
  ]);

/** A cycle in a line, for who looks back. */
export const cycleLine = (line: LedgerLine): string =>
  [
    `${line.cycle}: ${line.attempted ?? line.target} ${line.result}`,
    ...(line.source === undefined ? [] : [`from ${line.source}`]),
    ...(line.goalsTotal === undefined ? [] : [`${line.goalsPassing} of ${line.goalsTotal} goals pass`]),
    ...(line.reason === undefined ? [] : [line.reason]),
  ].join(', ');

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
const item = (line: string): string => `- ${lineOf(line, 500)}`;
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => lineOf(cell, 300).replaceAll('|', '\\|')).join(' | ')} |`;
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
