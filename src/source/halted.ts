import type { CycleResult } from '../domain/cycle.ts';
import { RESULTS } from '../domain/cycle.ts';
import type { Goals, Snapshot } from '../domain/goals.ts';
import type { HaltFacts } from '../domain/halt.ts';
import { LADDER } from '../domain/ladder.ts';
import { parseSnapshot } from '../domain/snapshot.ts';
import { readyIssues } from './beads.ts';
import type { Desk } from './desk.ts';
import { FITNESS, FITNESS_AFTER, SESSION_STATE, textIn } from './files.ts';
import { latestMeasurement } from './fitness/history.ts';
import { haltIn } from './halt.ts';
import { isJson, type Json, numberOf, objectIn, textOf } from './json.ts';
import { readLedger } from './ledger/ledger.ts';
import { readNextWork } from './next-work/file.ts';
import { waiting } from './next-work/order.ts';
import { itemsIn, queueState } from './state/queue.ts';
import { namesOf } from './work.ts';

/**
 * What the files of a repository say of whether a cycle may begin, for somebody who is not in a session: how long one has been quiet is
 * not known then. Contract: writes nothing; asks a tracker only where nothing else waits and the session before ended idle.
 */
export async function haltFacts(
  desk: Pick<Desk, 'root' | 'home' | 'now' | 'run'>,
  goals: Goals | undefined,
  signal: AbortSignal,
): Promise<HaltFacts> {
  const { root } = desk;
  const state = objectIn(textIn(root, SESSION_STATE) ?? '') ?? {};
  const [emptyStreak, idleStreak] = [count(state.generator_empty_streak), count(state.idle_streak)];
  const last = readLedger(root).lines.at(-1);
  const lastResult = RESULTS.find((one) => one === last?.result);
  const snapshots = snapshotsIn(root, lastResult);
  const before = LADDER.dormantAfter - 1;
  const idle = emptyStreak >= before && idleStreak >= before;
  return {
    said: haltIn(desk).halt,
    emptyStreak,
    idleStreak,
    ...(idle ? { ready: (await waits(desk, signal)) || isOpen(goals, snapshots.at(-1), state, root) } : {}),
    queueLeft: queueLeft(root, textOf(state.pinned_queue_file)),
    failureStreak: count(state.failure_streak),
    regressed: regressed(snapshots),
    ...(lastResult === undefined ? {} : { lastResult }),
    limits: LADDER,
  };
}

const count = (value: unknown): number => numberOf(value) ?? 0;

/** Snapshots of the code as it stood, oldest first. What a cycle that was given up had come to is none. */
function snapshotsIn(root: string, lastResult: CycleResult | undefined): readonly Snapshot[] {
  const files = lastResult === 'regressed' ? [FITNESS] : [FITNESS, FITNESS_AFTER];
  const measured = latestMeasurement(root);
  return [
    ...files.flatMap((file) => parseSnapshot(textIn(root, file) ?? '') ?? []),
    ...(measured ? [measured] : []),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function regressed(snapshots: readonly Snapshot[]): readonly string[] {
  const [before, now] = snapshots.slice(-2);
  if (before === undefined || now === undefined) return [];
  const passed = new Set(passing(before));
  return now.goals.filter(({ goal, result }) => result !== 'pass' && passed.has(goal)).map(({ goal }) => goal);
}

const passing = ({ goals }: Snapshot): readonly string[] =>
  goals.filter(({ result }) => result === 'pass').map(({ goal }) => goal);

/** Items of the queue that are neither done nor given up. */
function queueLeft(root: string, file: string | undefined): number {
  const items = file === undefined ? undefined : itemsIn(root, file);
  if (file === undefined || items === undefined) return 0;
  const { completed, escalated } = queueState(root, file, items);
  const over = new Set([...completed, ...escalated.map(({ id }) => id)]);
  return items.filter(({ id }) => !over.has(id)).length;
}

async function waits(desk: Pick<Desk, 'root' | 'run'>, signal: AbortSignal): Promise<boolean> {
  if (waiting(readNextWork(desk.root).items, await namesOf(desk, signal)).length > 0) return true;
  return (await readyIssues(desk, signal)).items.length > 0;
}

/** Whether a goal or a directive is not met, as far as anybody has measured. Goals that are left alone don't count. */
function isOpen(goals: Goals | undefined, now: Snapshot | undefined, state: Json, root: string): boolean {
  if (goals === undefined) return false;
  const alone = isJson(state.quarantined) ? state.quarantined : {};
  const met = new Set(now === undefined ? [] : passing(now));
  const failing = now?.goals.some(({ goal, result }) => result !== 'pass' && alone[goal] === undefined) ?? false;
  const done = new Set(
    readLedger(root)
      .lines.filter(({ result }) => result === 'improved' || result === 'harvested')
      .map(({ directiveHash }) => directiveHash),
  );
  return failing || goals.directives.some(({ id, hash }) => !met.has(id) && !done.has(hash));
}
