import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Snapshot, summaryOf } from '../../domain/goals.ts';
import { parseSnapshot, snapshotText } from '../../domain/snapshot.ts';
import { writeNew } from '../../lib/whole-file.ts';
import { textIn } from '../files.ts';
import { fileStamp } from './baseline.ts';

const STORE = '.agents/ao/goals';
export const HISTORY = `${STORE}/history.jsonl`;

/** One measurement of all goals. */
export interface Measurement {
  /** ISO 8601. */
  readonly at: string;
  readonly passing: number;
  readonly total: number;
  /** Goals that the measurement before did not have. */
  readonly added?: number;
  readonly score: number;
  /** Relative to the root. */
  readonly path: string;
  readonly sha: string;
}

/** Keeps a snapshot of all goals and writes its line. */
export function keepMeasurement(root: string, snapshot: Snapshot): Measurement {
  const before = latestMeasurement(root);
  const path = keep(root, snapshot);
  const { passing, total, score } = summaryOf(snapshot.goals);
  const known = new Set(before?.goals.map(({ goal }) => goal));
  const added = before === undefined ? 0 : snapshot.goals.filter(({ goal }) => !known.has(goal)).length;
  const { at, sha } = snapshot;
  const measurement = { at, passing, total, ...(added === 0 ? {} : { added }), score, path, sha };
  const text = textIn(root, HISTORY) ?? '';
  mkdirSync(dirname(join(root, HISTORY)), { recursive: true });
  // What somebody was killed in the middle of stays a line of its own.
  const torn = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(join(root, HISTORY), `${torn}${JSON.stringify(encode(measurement))}\n`);
  return measurement;
}

function keep(root: string, snapshot: Snapshot): string {
  for (let nth = 1; ; nth++) {
    const path = `${STORE}/baselines/${fileStamp(snapshot.at)}${nth === 1 ? '' : `-${nth}`}.json`;
    if (writeNew(join(root, path), snapshotText(snapshot))) return path;
  }
}

/** Every measurement that was written down, oldest first; lines that can't be read are left out. */
export function historyIn(root: string): readonly Measurement[] {
  return (textIn(root, HISTORY) ?? '').split('\n').flatMap((line) => decode(line) ?? []);
}

/** The snapshot of a measurement; undefined where it is gone. */
export const snapshotAt = (root: string, { path }: Pick<Measurement, 'path'>): Snapshot | undefined =>
  parseSnapshot(textIn(root, path) ?? '');

/** The newest that is still there. */
export function latestMeasurement(root: string): Snapshot | undefined {
  for (const measurement of historyIn(root).toReversed()) {
    const snapshot = snapshotAt(root, measurement);
    if (snapshot !== undefined) return snapshot;
  }
  return undefined;
}

const encode = ({ at, passing, total, added, score, path, sha }: Measurement) => ({
  timestamp: at,
  goals_passing: passing,
  goals_total: total,
  ...(added === undefined ? {} : { goals_added: added }),
  score,
  snapshot_path: path,
  git_sha: sha,
});

/** A line as plain data, as it stands in the file. */
export const measurementDocument = (measurement: Measurement): Readonly<Record<string, unknown>> => encode(measurement);

function decode(line: string): Measurement | undefined {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof data !== 'object' || data === null) return undefined;
  const row: Readonly<Record<string, unknown>> = { ...data };
  const { timestamp: at, goals_passing: passing, goals_total: total, goals_added: added, score } = row;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  if (typeof passing !== 'number' || typeof total !== 'number' || typeof score !== 'number') return undefined;
  return {
    ...{ at, passing, total, score },
    ...(typeof added === 'number' && added > 0 ? { added } : {}),
    path: typeof row.snapshot_path === 'string' ? row.snapshot_path : '',
    sha: typeof row.git_sha === 'string' ? row.git_sha : '',
  };
}
