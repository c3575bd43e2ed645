import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Drift, driftCounts, driftOf } from '../../domain/goal-drift.ts';
import { type Goals, type Snapshot, summaryOf } from '../../domain/goals.ts';
import { parseSnapshot } from '../../domain/snapshot.ts';
import { formatSigned } from '../../lib/format.ts';
import { type Column, fitted } from '../../lib/table.ts';
import { UserError } from '../../lib/user-error.ts';
import { baselineIn, keepLatest, keepMeasurement, latestMeasurement } from '../../source/source.ts';
import type { Command, Context } from '../contract.ts';
import { on, text } from '../option.ts';
import { LIMITS, measureHere, refuseNone } from './measuring.ts';
import { FILE, goalsHere, goalsPlace } from './place.ts';

const OPTIONS = {
  from: text('--from <path>', 'compare with the snapshot in this file (default: the last measurement)'),
  baseline: on('--baseline', 'compare with the baseline of this era'),
  ...LIMITS,
  file: FILE,
} as const;

interface Drifted {
  readonly before?: Snapshot;
  readonly after: Snapshot;
  readonly drifts: readonly Drift[];
}

export const command: Command<typeof OPTIONS, Drifted> = {
  details:
    'Measures every goal and compares. What passed and now fails, does not finish or is gone has regressed. The new measurement is written down like one of evolve goals measure.',
  examples: ['evolve goals drift', 'evolve goals drift --baseline', 'evolve goals drift --from before.json --json'],
  positional: [],
  options: OPTIONS,
  async run(input, context) {
    const { root, ...place } = goalsPlace(context.cwd, input.file);
    const goals = await goalsHere({ root, ...place });
    refuseNone(goals);
    const before = beforeOf(root, goals, input, context);
    const after = await measureHere(root, goals.goals, input, context);
    keepMeasurement(root, after);
    keepLatest(root, after);
    return { ...(before === undefined ? {} : { before }), after, drifts: before ? driftOf(before, after) : [] };
  },
  text: driftText,
  document: ({ drifts }) =>
    drifts.map(({ goal, before, after, delta, weight, valueDelta, timedOut }) => ({
      ...{ goal_id: goal, before, after, delta, weight },
      ...(valueDelta === undefined ? {} : { value_delta: valueDelta }),
      ...(timedOut === undefined ? {} : { timed_out: true }),
    })),
};

function beforeOf(
  root: string,
  { era }: Goals,
  { from, baseline }: { readonly from?: string; readonly baseline?: boolean },
  { cwd }: Context,
): Snapshot | undefined {
  if (from !== undefined && baseline === true)
    throw new UserError('--from and --baseline both say what to compare with: choose one.');
  if (from !== undefined) {
    const path = resolve(cwd, from);
    if (!existsSync(path)) throw new UserError(`There is no ${from}.`);
    const snapshot = parseSnapshot(readFileSync(path, 'utf8'));
    if (snapshot === undefined) throw new UserError(`${from} is no snapshot of goals: evolve goals measure --output F`);
    return snapshot;
  }
  if (baseline !== true) return latestMeasurement(root);
  const kept = baselineIn(root, era);
  if (kept === undefined)
    throw new UserError('This era of the goals file has no baseline. Keep one: evolve goals measure --baseline');
  return kept.snapshot;
}

const COLUMNS: readonly Column[] = [
  { title: 'Goal' },
  { title: 'Change' },
  { title: 'Before', spare: 1 },
  { title: 'Now', spare: 2 },
  { title: 'Value', align: 'right', spare: 3 },
];

function driftText({ before, after, drifts }: Drifted, { columns }: Context): string {
  const now = summaryOf(after.goals);
  if (before === undefined)
    return `Nothing was measured before. Now: score ${now.score}, ${now.passing} of ${now.total} pass. From here on evolve goals drift compares.`;
  const { regressed, improved, unchanged } = driftCounts(drifts);
  const changed = drifts.filter(
    ({ delta, before: was, valueDelta }) => delta !== 'unchanged' || was === 'new' || valueDelta,
  );
  const rows = changed.map((one) => [
    one.goal,
    one.delta,
    one.before,
    one.timedOut ? `${one.after} (time)` : one.after,
    one.valueDelta === undefined ? '' : formatSigned(one.valueDelta),
  ]);
  return [
    `${regressed} regressed, ${improved} improved, ${unchanged} unchanged since ${before.at}.`,
    ...(rows.length === 0 ? [] : [fitted(COLUMNS, rows, columns)]),
    `Score ${summaryOf(before.goals).score} -> ${now.score}.`,
  ].join('\n');
}
