import { type GoalResult, type Snapshot, summaryOf } from './goals.ts';

/** A snapshot as it stands in files, ours and those of the public tool. */
export function snapshotText(snapshot: Snapshot): string {
  return `${JSON.stringify(snapshotDocument(snapshot), null, 2)}\n`;
}

/** The same as plain data. */
export function snapshotDocument({ at, sha, goals }: Snapshot): Readonly<Record<string, unknown>> {
  return { timestamp: at, git_sha: sha, goals: goals.map(goalDocument), summary: summaryOf(goals) };
}

function goalDocument({ goal, result, value, threshold, seconds, output, weight, timedOut }: GoalResult) {
  return {
    goal_id: goal,
    result,
    ...(value === undefined ? {} : { value }),
    ...(threshold === undefined ? {} : { threshold }),
    duration_s: seconds,
    output,
    weight,
    ...(timedOut === undefined ? {} : { timed_out: true }),
  };
}

/** Undefined where a text is no snapshot. One whose goals can't all be read is none: a goal that is left out would not be missed. */
export function parseSnapshot(text: string): Snapshot | undefined {
  const data = parsed(text);
  if (!isRecord(data) || !Array.isArray(data.goals)) return undefined;
  const { timestamp, git_sha: sha } = data;
  if (typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp))) return undefined;
  const goals: GoalResult[] = [];
  for (const row of data.goals) {
    const goal = goalIn(row);
    if (goal === undefined) return undefined;
    goals.push(goal);
  }
  return { at: timestamp, sha: typeof sha === 'string' ? sha : '', goals };
}

/** A weight that nobody gave. */
const USUAL_WEIGHT = 5;

function goalIn(row: unknown): GoalResult | undefined {
  if (!isRecord(row)) return undefined;
  const { goal_id: goal, result, value, threshold, duration_s: seconds, output, weight } = row;
  if (typeof goal !== 'string' || goal === '') return undefined;
  if (result !== 'pass' && result !== 'fail' && result !== 'skip') return undefined;
  return {
    goal,
    result,
    ...(isNumber(value) ? { value } : {}),
    ...(isNumber(threshold) ? { threshold } : {}),
    seconds: isNumber(seconds) && seconds >= 0 ? seconds : 0,
    output: typeof output === 'string' ? output : '',
    weight: isNumber(weight) && weight >= 0 ? weight : USUAL_WEIGHT,
    ...(row.timed_out === true ? { timedOut: true } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
