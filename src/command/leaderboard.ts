import { formatScore, formatSigned } from '../lib/format.ts';
import { type Column, fitted } from '../lib/table.ts';
import { type Command, limit, RUN } from './contract.ts';
import { type Row, rowsOf } from './document.ts';
import { makingText } from './making.ts';
import { withRun } from './place.ts';

const SHOWN = 100;
const OPTIONS = { run: RUN, limit: limit(SHOWN) } as const;

export const command: Command<typeof OPTIONS, readonly Row[]> = {
  examples: ['evolve leaderboard', 'evolve leaderboard -n 10', 'evolve leaderboard --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) => withRun(context.cwd, input.run, ({ view }) => rowsOf(view, input.limit ?? SHOWN)),
  text: (rows, context) => boardText(rows, context.columns),
};

const COLUMNS: readonly Column[] = [
  { title: 'Rank', align: 'right', spare: 1 },
  { title: 'Candidate' },
  { title: 'Fitness', align: 'right' },
  { title: 'Δ baseline', align: 'right', spare: 2 },
  { title: 'Parents', spare: 5 },
  { title: 'Operator', spare: 4 },
  { title: 'Status', spare: 6 },
  { title: 'Reason', spare: 3 },
];

/** Of experiments. */
const EXPERIMENTS: readonly Column[] = [
  { title: 'Rank', align: 'right', spare: 1 },
  { title: 'Experiment' },
  { title: 'Fitness', align: 'right' },
  { title: 'Δ baseline', align: 'right', spare: 2 },
  { title: 'Status' },
  { title: 'Epoch', align: 'right', spare: 4 },
  { title: 'Parent', spare: 5 },
  { title: 'Hypothesis', spare: 3 },
];

const cellsOf = (row: Row): readonly string[] => [
  String(row.rank),
  row.id,
  formatScore(row.score),
  row.delta === null ? '–' : formatSigned(row.delta),
  row.status,
  row.epoch === undefined ? '–' : String(row.epoch),
  row.parents[0] === row.id ? '' : (row.parents[0] ?? ''),
  row.hypothesis ?? '',
];

const flagsText = ({ flags = [] }: Row): string => (flags.length === 0 ? '' : `flagged: ${flags.join(', ')}`);

export function boardText(rows: readonly Row[], columns: number): string {
  if (rows.length === 0) return 'No candidate has been measured yet.';
  if (rows[0]?.hypothesis !== undefined) return fitted(EXPERIMENTS, rows.map(cellsOf), columns);
  const cells = rows.map((row) => [
    String(row.rank),
    row.id,
    // What has no score is never shown as if it had a low one.
    row.score === null ? row.status.toUpperCase() : formatScore(row.score),
    row.delta === null ? '–' : formatSigned(row.delta),
    row.parents.join(', '),
    makingText(row),
    row.status,
    [row.reason, flagsText(row)].filter(Boolean).join(' · '),
  ]);
  return fitted(COLUMNS, cells, columns);
}
