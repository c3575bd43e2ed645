import { cellOf, cellsOf, GRID, MOST_ON_FRONT, numberOf, PARETO, SCORE, winners } from '../archive/archive.ts';
import { scoreOf } from '../domain/compare.ts';
import type { Axis } from '../domain/config.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { formatNumber, formatScore, plural } from '../lib/format.ts';
import { type Column, fitted } from '../lib/table.ts';

/** Who lives in a grid or on a front, the best by score first: so many of them at most. */
export interface Front {
  readonly by: 'cells' | 'objectives' | 'tasks';
  /** How many live there. */
  readonly size: number;
  /** How many could: of a grid. */
  readonly cells?: number;
  readonly members: readonly Member[];
}

export interface Member {
  readonly id: string;
  readonly score: number | null;
  /** What it is judged by beside the score, by name; null where the benchmark did not say. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Bins on the axes of the grid, from 0; absent for one without a cell. */
  readonly cell?: readonly number[];
  /** Tasks at which nobody is better. */
  readonly won?: readonly string[];
}

/** undefined for runs that keep no such thing. */
export function frontOf(view: View, { config }: RunFacts): Front | undefined {
  const { identity, fixed } = config;
  const { grid = [], objectives = [], direction } = fixed;
  if (identity.strategy === 'grid') {
    const members = livingOf(view, GRID, names(grid)).map(({ resident, ...member }) => ({
      ...member,
      ...cellIn(grid, resident),
    }));
    return { by: 'cells', size: view.homeSize(GRID), cells: cellsOf(grid), members };
  }
  if (identity.strategy !== 'pareto') return undefined;
  const living = livingOf(view, PARETO, names(objectives));
  const size = view.homeSize(PARETO);
  if (objectives.length > 0)
    return { by: 'objectives', size, members: living.map(({ resident: _own, ...member }) => member) };
  const winning = winners(
    living.map(({ resident }) => resident),
    direction,
  );
  const won = new Map(winning.map((winner) => [winner.id, winner.tasks]));
  return {
    by: 'tasks',
    size,
    members: living.map(({ resident: _own, ...member }) => ({ ...member, won: won.get(member.id) ?? [] })),
  };
}

const names = (all: readonly { readonly metric: string }[]): readonly string[] =>
  all.map(({ metric }) => metric).filter((metric) => metric !== SCORE);

function livingOf(view: View, home: string, metrics: readonly string[]) {
  return view.top(home, MOST_ON_FRONT).flatMap((entry) => {
    const resident = residentOf(entry);
    if (resident === undefined) return [];
    const values = Object.fromEntries(metrics.map((metric) => [metric, numberOf(resident, metric) ?? null]));
    return [{ id: resident.id, score: scoreOf(resident.evaluation), values, resident }];
  });
}

function residentOf({ proposal, evaluation, candidate }: Entry) {
  if (evaluation === undefined) return undefined;
  const { traits } = candidate ?? {};
  return { id: proposal.id, evaluation, ...(traits === undefined ? {} : { traits }) };
}

function cellIn(axes: readonly Axis[], resident: Parameters<typeof cellOf>[1]): Pick<Member, 'cell'> {
  const cell = cellOf(axes, resident);
  return cell.kind === 'cell' ? { cell: cell.bins } : {};
}

/** More are in the JSON. */
const SHOWN = 12;

/** One line that says how much lives there. */
export function frontLine({ by, size, cells = 0 }: Front): string {
  switch (by) {
    case 'cells':
      return `${size} of ${cells} cells`;
    case 'objectives':
      return `${plural(size, 'candidate')} that nobody beats in everything`;
    case 'tasks':
      return size === 1 ? '1 candidate, best at every task' : `${size} candidates, together best at every task`;
  }
}

export const frontTitle = (front: Front): string => `${front.by === 'cells' ? 'Grid' : 'Front'}: ${frontLine(front)}`;

/** The best of them, a row each, and how many more there are. */
export function frontTable({ by, size, members }: Front) {
  const shown = members.slice(0, SHOWN);
  const metrics = Object.keys(shown[0]?.values ?? {});
  const columns: readonly Column[] = [
    { title: 'Candidate' },
    { title: 'Fitness', align: 'right' },
    ...metrics.map((title): Column => ({ title, align: 'right' })),
    ...(by === 'objectives' ? [] : [{ title: by === 'tasks' ? 'Best at' : 'Cell', spare: 1 }]),
  ];
  const rows = shown.map(({ id, score, values, cell, won }) => [
    id,
    formatScore(score),
    ...metrics.map((metric) => valueText(values[metric] ?? null)),
    ...(by === 'objectives' ? [] : [won === undefined ? (cell?.join(' ') ?? '') : wonText(won)]),
  ]);
  return { columns, rows, more: Math.max(0, size - shown.length) };
}

export function frontText(front: Front | undefined, width: number): string {
  if (front === undefined) return '';
  const { columns, rows, more } = frontTable(front);
  const note = more > 0 ? `\n… ${more} more: evolve status --json` : '';
  return `${frontTitle(front)}\n${fitted(columns, rows, width)}${note}`;
}

const valueText = (value: number | null): string => (value === null ? '–' : formatNumber(value));

/** Few are told by their names. */
const NAMED = 4;

function wonText(won: readonly string[]): string {
  const rest = won.length > NAMED ? ` and ${won.length - NAMED} more` : '';
  return `${won.slice(0, NAMED).join(', ')}${rest}`;
}
