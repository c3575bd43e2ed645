import type { Goal, Goals } from '../../domain/goals.ts';
import { ticked } from '../markdown.ts';
import { COLUMNS, type Column, titleOf } from './gates.ts';
import { rowOf } from './table.ts';

/** Columns that every table of gates has. */
const USUAL = 4;

/** The cell of a goal. What it does not say is empty. */
function cellOf(goal: Goal, column: Column): string {
  switch (column) {
    case 'id':
    case 'description':
      return goal[column];
    case 'check':
      return ticked(oneLine(goal.check));
    case 'weight':
      return String(goal.weight);
    case 'type':
      return goal.type === 'health' ? '' : goal.type;
    case 'pillar':
      return goal.pillar ?? '';
    case 'metric':
      return goal.continuous?.metric ?? '';
    case 'threshold':
      return goal.continuous === undefined ? '' : String(goal.continuous.threshold);
    case 'tags':
      return (goal.tags ?? []).map((tag) => tag.replaceAll(',', ' ')).join(', ');
  }
}

/** A row holds one line: more of them become a text that a shell reads as they are. */
function oneLine(check: string): string {
  const plain = check.trim().replaceAll('\r\n', '\n');
  if (!plain.includes('\n')) return plain;
  const quoted = plain.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll("'", "'\\''");
  return `eval "$(printf %b '${quoted}')"`;
}

/** The columns that goals need: the usual ones, and each other that one of them fills. */
export function columnsFor(goals: readonly Goal[]): readonly Column[] {
  return COLUMNS.filter((column, index) => index < USUAL || goals.some((goal) => cellOf(goal, column) !== ''));
}

/** Header and rule of a table. */
export const headOf = (columns: readonly Column[]): readonly string[] => [
  rowOf(columns.map(titleOf)),
  `|${columns.map((column) => '-'.repeat(titleOf(column).length + 2)).join('|')}|`,
];

/** A row for a table of these columns; one that is not ours stays empty. */
export const gateRow = (goal: Goal, columns: readonly string[]): string =>
  rowOf(
    columns.map((name) => {
      const column = COLUMNS.find((one) => one === name);
      return column === undefined ? '' : cellOf(goal, column);
    }),
  );

/** A whole GOALS.md. */
export function goalsMarkdown(goals: Pick<Goals, 'mission' | 'northStars' | 'antiStars' | 'goals'>): string {
  const columns = columnsFor(goals.goals);
  const stars = (title: string, list: readonly string[]): readonly string[] => [
    `## ${title}`,
    '',
    ...(list.length === 0 ? [] : [...list.map((one) => `- ${plainLine(one)}`), '']),
  ];
  return `${[
    '# Goals',
    '',
    ...(goals.mission.trim() === '' ? [] : [plainLine(goals.mission), '']),
    ...stars('North Stars', goals.northStars),
    ...stars('Anti Stars', goals.antiStars),
    '## Directives',
    '',
    '## Gates',
    '',
    ...headOf(columns),
    ...goals.goals.map((goal) => gateRow(goal, columns)),
  ].join('\n')}\n`;
}

export const plainLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
