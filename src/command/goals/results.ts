import { type GoalResult, type Snapshot, summaryOf } from '../../domain/goals.ts';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { type Column, fitted } from '../../lib/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Goal' },
  { title: 'Result' },
  { title: 'Weight', align: 'right', spare: 2 },
  { title: 'Time', align: 'right', spare: 3 },
  { title: 'Value', align: 'right', spare: 1 },
];

/** What a result is called. */
export const resultText = ({ result, timedOut }: Pick<GoalResult, 'result' | 'timedOut'>): string =>
  timedOut ? 'fail (time)' : result;

export function resultsTable(goals: readonly GoalResult[], columns: number): string {
  return fitted(
    COLUMNS,
    goals.map((one) => [
      one.goal,
      resultText(one),
      String(one.weight),
      formatDuration(one.seconds * 1000),
      valueText(one),
    ]),
    columns,
  );
}

function valueText({ value, threshold }: GoalResult): string {
  if (value === undefined) return '';
  return threshold === undefined ? formatNumber(value) : `${formatNumber(value)} (of ${formatNumber(threshold)})`;
}

export function scoreText({ goals }: Pick<Snapshot, 'goals'>): string {
  const { passing, total, skipped, score } = summaryOf(goals);
  const left = skipped === 0 ? '' : `, ${skipped} skipped`;
  return `Score ${score}: ${passing} of ${total} ${total === 1 ? 'goal passes' : 'goals pass'}${left}.`;
}

/** Those that do not pass, the heaviest first. */
export const failingIn = ({ goals }: Pick<Snapshot, 'goals'>): readonly GoalResult[] =>
  goals.filter(({ result }) => result === 'fail').toSorted((a, b) => b.weight - a.weight);
