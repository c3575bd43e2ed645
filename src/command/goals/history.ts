import type { GoalResult } from '../../domain/goals.ts';
import { formatSigned } from '../../lib/format.ts';
import { type Column, fitted } from '../../lib/table.ts';
import { UserError } from '../../lib/user-error.ts';
import { historyIn, type Measurement, measurementDocument, snapshotAt } from '../../source/source.ts';
import type { Command, Context } from '../contract.ts';
import { text } from '../option.ts';
import { goalsPlace } from './place.ts';
import { resultText } from './results.ts';

const OPTIONS = {
  since: text('--since <date>', 'from this day on, as YYYY-MM-DD'),
  goal: text('--goal <id>', 'only this goal: what it came to each time'),
} as const;

interface Row extends Measurement {
  /** Of the goal that was asked for. */
  readonly result?: GoalResult;
}

interface Past {
  readonly rows: readonly Row[];
  readonly goal?: string;
}

export const command: Command<typeof OPTIONS, Past> = {
  details: 'Every measurement of all goals, oldest first. Nothing is run.',
  examples: [
    'evolve goals history',
    'evolve goals history --since 2026-03-01',
    'evolve goals history --goal lint --json',
  ],
  positional: [],
  options: OPTIONS,
  async run({ since, goal }, { cwd }) {
    const { root } = goalsPlace(cwd);
    const from = since === undefined ? undefined : dayOf(since);
    const all = historyIn(root).filter(({ at }) => from === undefined || Date.parse(at) >= from);
    if (goal === undefined) return { rows: all };
    const rows = all.flatMap((one) => {
      const result = snapshotAt(root, one)?.goals.find((found) => found.goal === goal);
      return result === undefined ? [] : [{ ...one, result }];
    });
    return { rows, goal };
  },
  text: historyText,
  document: ({ rows }) =>
    rows.map(({ result, ...one }) => ({
      ...measurementDocument(one),
      ...(result === undefined ? {} : { result: result.result }),
      ...(result?.value === undefined ? {} : { value: result.value }),
    })),
};

/** Midnight UTC, as timestamps are. */
function dayOf(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Some days exist in no month, and are taken for the next ones.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new UserError(`--since takes a day as YYYY-MM-DD, not ${JSON.stringify(text)}.`);
  return at;
}

const ALL: readonly Column[] = [
  { title: 'When' },
  { title: 'Pass', align: 'right' },
  { title: 'Total', align: 'right' },
  { title: 'Score', align: 'right' },
  { title: 'Change', align: 'right', spare: 1 },
  { title: 'Commit', spare: 2 },
];
const ONE: readonly Column[] = [
  { title: 'When' },
  { title: 'Result' },
  { title: 'Value', align: 'right' },
  { title: 'Commit', spare: 1 },
];

function historyText({ rows, goal }: Past, { columns }: Context): string {
  if (rows.length === 0)
    return `No measurement${goal === undefined ? '' : ` of ${goal}`} is on record. Make one: evolve goals measure`;
  if (goal !== undefined)
    return fitted(
      ONE,
      rows.map(({ at, sha, result }) => [
        at,
        result === undefined ? '' : resultText(result),
        result?.value === undefined ? '' : String(result.value),
        sha.slice(0, 7),
      ]),
      columns,
    );
  const cells = rows.map((one, index) => {
    const before = rows[index - 1];
    const change = before === undefined ? '' : formatSigned(Math.round((one.score - before.score) * 10) / 10);
    return [one.at, String(one.passing), String(one.total), one.score.toFixed(1), change, one.sha.slice(0, 7)];
  });
  return fitted(ALL, cells, columns);
}
