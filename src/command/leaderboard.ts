import { formatNumber, formatSigned, table } from '../lib/format.ts';
import { type Command, limit, RUN } from './contract.ts';
import { type Row, rowsOf } from './document.ts';
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

export function boardText(rows: readonly Row[], columns: number): string {
  if (rows.length === 0) return 'No candidate has been measured yet.';
  const cells = rows.map((row) => [
    String(row.rank),
    row.id,
    row.score === null ? row.status.toUpperCase() : formatNumber(row.score),
    row.delta === null ? '–' : formatSigned(row.delta),
    row.status,
    row.parents.join(', '),
    row.lens === null ? row.operator : `${row.operator} (${row.lens})`,
    row.reason ?? '',
  ]);
  const header = ['Rank', 'Candidate', 'Fitness', 'Change', 'Status', 'Parents', 'Operator', ''];
  return table(header, cells, ['right', 'left', 'right', 'right', 'left', 'left', 'left', 'left'], columns);
}
