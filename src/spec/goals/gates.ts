import { GOAL_TYPES, type Goal } from '../../domain/goals.ts';
import { unticked } from '../markdown.ts';
import type { Remark } from '../remark.ts';
import { GOAL_ID, isWeight, USUAL_WEIGHT } from './file.ts';
import type { Row, Table } from './table.ts';

/** Columns that a table of gates may have, in the order in which we write them. The first four are of the public format. */
export const COLUMNS = [
  'id',
  'check',
  'weight',
  'description',
  'type',
  'pillar',
  'metric',
  'threshold',
  'tags',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface GatesRead {
  readonly goals: readonly { readonly goal: Goal; readonly row: Row }[];
  readonly problems: readonly Remark[];
  readonly oddities: readonly Remark[];
}

/** The goals of a table of gates. A weight that is none is the usual one; a row without an id is left out. */
export function gatesOf(table: Table): GatesRead {
  const problems: Remark[] = [];
  const oddities: Remark[] = [];
  const goals: { goal: Goal; row: Row }[] = [];
  for (const column of ['id', 'check'])
    if (!table.columns.includes(column))
      problems.push({
        line: table.header.number,
        text: `Gates: the table has no column "${titleOf(column)}": add it.`,
      });
  if (problems.length > 0) return { goals, problems, oddities };
  for (const row of table.rows) {
    const line = row.line.number;
    const cell = (column: Column): string => row.cells[table.columns.indexOf(column)] ?? '';
    const id = unticked(cell('id'));
    const check = unticked(cell('check'));
    if (id === '') {
      oddities.push({ line, text: 'Gates: a row without an id is left out.' });
      continue;
    }
    if (!GOAL_ID.test(id))
      problems.push({
        line,
        text: `Gates: the id ${JSON.stringify(id)} is not kebab-case: use a-z, 0-9 and single dashes.`,
      });
    if (check === '')
      problems.push({ line, text: `Gates: ${id} has no check: give it a command that exits with 0 when it is met.` });
    goals.push({ goal: { ...plainGoal(id, check, cell, line, oddities) }, row });
  }
  return { goals, problems, oddities };
}

export const titleOf = (column: string): string =>
  column === 'id' ? 'ID' : `${column[0]?.toUpperCase()}${column.slice(1)}`;

function plainGoal(
  id: string,
  check: string,
  cell: (column: Column) => string,
  line: number,
  oddities: Remark[],
): Goal {
  const weight = cell('weight') === '' ? USUAL_WEIGHT : Number(unticked(cell('weight')));
  if (!isWeight(weight))
    oddities.push({
      line,
      text: `Gates: the weight of ${id} is ${JSON.stringify(cell('weight'))}, not 1 to 10: it counts as ${USUAL_WEIGHT}.`,
    });
  const named = unticked(cell('type')).toLowerCase();
  const type = GOAL_TYPES.find((one) => one === named);
  if (type === undefined && named !== '')
    oddities.push({
      line,
      text: `Gates: the type of ${id} is ${JSON.stringify(named)}, not one of ${GOAL_TYPES.join(', ')}: it counts as health.`,
    });
  const metric = unticked(cell('metric'));
  const threshold = cell('threshold') === '' ? Number.NaN : Number(unticked(cell('threshold')));
  if ((metric === '') !== Number.isNaN(threshold))
    oddities.push({
      line,
      text: `Gates: ${id} needs both a metric and a threshold, which is a number; it has none of them now.`,
    });
  const tags = cell('tags')
    .split(',')
    .map(unticked)
    .filter((tag) => tag !== '');
  return {
    id,
    description: cell('description') || id,
    check,
    weight: isWeight(weight) ? weight : USUAL_WEIGHT,
    type: type ?? 'health',
    ...(cell('pillar') === '' ? {} : { pillar: cell('pillar') }),
    ...(metric === '' || Number.isNaN(threshold) ? {} : { continuous: { metric, threshold } }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
