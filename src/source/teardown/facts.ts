import { baseId, type SessionState } from '../../domain/cycle.ts';
import { type Drift, driftOf } from '../../domain/goal-drift.ts';
import type { Snapshot } from '../../domain/goals.ts';
import type { Version } from '../../domain/lane.ts';
import type { Desk } from '../desk.ts';
import { baselineIn } from '../fitness/baseline.ts';
import { readLedger } from '../ledger/ledger.ts';
import type { LedgerLine } from '../ledger/line.ts';
import { readNextWork } from '../next-work/file.ts';
import { openOf, type RepositoryNames } from '../next-work/order.ts';
import { itemsIn } from '../state/queue.ts';
import { qualityScore, scoresIn } from '../state/trajectory.ts';
import { namesOf } from '../work.ts';
import type { ReportFacts } from './report.ts';

/** What became of the goals. */
export interface Fitness {
  /** Where the first of the two is from, in words. */
  readonly since: string;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly drifts: readonly Drift[];
}

/** The first cycle of a session. */
const firstOf = ({ cycle, cycles }: SessionState): number => cycle - cycles + 1;

/** From the era's baseline, else from the first measurement of the session, to the last one. */
export async function fitnessOf(desk: Desk, state: SessionState, version: Version): Promise<Fitness | undefined> {
  const after = await desk.snapshotOf(version.id);
  if (after === undefined) return undefined;
  const { goals } = await desk.contractOf(version);
  const baseline = goals === undefined ? undefined : baselineIn(desk.root, goals.era);
  const first = baseline === undefined ? await firstSnapshot(desk, state) : undefined;
  const before = baseline?.snapshot ?? first ?? after;
  const since = baseline === undefined ? 'the first measurement of the session' : baseline.path;
  return { since, before, after, drifts: driftOf(before, after) };
}

async function firstSnapshot(desk: Desk, state: SessionState): Promise<Snapshot | undefined> {
  for (let cycle = firstOf(state); cycle <= state.cycle + 1; cycle++) {
    const found = await desk.snapshotOf(baseId(cycle));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The lines of a session, the oldest first. */
export const linesOf = (root: string, state: SessionState): readonly LedgerLine[] =>
  readLedger(root).lines.filter(({ cycle }) => cycle >= firstOf(state) && cycle <= state.cycle);

/** What a report tells beside the state. */
export async function reportFacts(
  desk: Desk,
  state: SessionState,
  text: string,
  fitness: Fitness | undefined,
  signal: AbortSignal,
): Promise<ReportFacts> {
  const { root } = desk;
  const fixed = fitness?.drifts.filter(({ delta }) => delta === 'improved').length ?? 0;
  const names = await namesOf(desk, signal);
  const quality = state.mode === 'quality' ? { quality: qualityOf(root, state, names) } : {};
  return { text, fixed, ...quality, ...(state.queue === undefined ? {} : { queue: queueOf(root, state.queue) }) };
}

function qualityOf(root: string, state: SessionState, names: RepositoryNames): NonNullable<ReportFacts['quality']> {
  const { high, medium, low } = openOf(readNextWork(root).items, names);
  const end = qualityScore({ high, medium, low });
  const scores = scoresIn(root).filter(({ cycle }) => cycle <= state.cycle);
  const before = scores.findLast(({ cycle }) => cycle < firstOf(state));
  const start = (before ?? scores.find(({ cycle }) => cycle >= firstOf(state)))?.score ?? end;
  return { start, end, high, medium };
}

function queueOf(root: string, queue: NonNullable<SessionState['queue']>): NonNullable<ReportFacts['queue']> {
  const ids = (itemsIn(root, queue.file) ?? []).map(({ id }) => id);
  const over = new Set([...queue.completed, ...queue.escalated.map(({ id }) => id)]);
  return {
    done: ids.filter((id) => queue.completed.includes(id)).length,
    remaining: ids.filter((id) => !over.has(id)),
  };
}
