import { cpus } from 'node:os';
import type { Desk } from '../../desk.ts';
import { put, textIn } from '../../files.ts';
import { keepOutOfGit } from '../../ignore.ts';
import { isJson } from '../../json.ts';
import { objectOf } from '../manifest.ts';
import type { Reading } from './numbers.ts';

/** Numbers of one benchmark: some runs of it. */
export interface Kept {
  readonly better: Reading['better'];
  readonly unit: string;
  readonly samples: readonly number[];
  /** Of the version that was measured. */
  readonly sha: string;
}

/** The best numbers so far, by command and name. Those of another machine say nothing. */
export type Baseline = Readonly<Record<string, Kept>>;

const FILE = '.agents/evolve/bench.json';

export function readBaseline(desk: Desk): Baseline {
  const file = objectOf(textIn(desk.root, FILE));
  if (file.machine !== machine() || !isJson(file.benchmarks)) return {};
  return Object.fromEntries(
    Object.entries(file.benchmarks).flatMap(([key, one]) => (isKept(one) ? [[key, one] as const] : [])),
  );
}

export function writeBaseline(desk: Desk, baseline: Baseline): void {
  const benchmarks = Object.fromEntries(Object.entries(baseline).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ version: 1, machine: machine(), benchmarks }, null, 2)}\n`;
  keepOutOfGit(desk.root);
  put(desk.root, FILE, text);
}

const machine = (): string => `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`;

const isKept = (value: unknown): value is Kept =>
  isJson(value) &&
  (value.better === 'lower' || value.better === 'higher') &&
  typeof value.unit === 'string' &&
  typeof value.sha === 'string' &&
  Array.isArray(value.samples) &&
  value.samples.length > 0 &&
  value.samples.every((one) => typeof one === 'number' && one > 0);

/** Less than that nobody notices. */
const MARGIN = 0.2;
/** So many times the spread of the runs is no noise any more. */
const SPREADS = 3;

/** How much slower the newer is than the older, as a share; beyond noise or 0. Negative where it is faster beyond noise. */
export function slowdown(older: Kept, newer: Kept): number {
  const [before, after] = [median(older.samples), median(newer.samples)];
  const ratio = older.better === 'lower' ? after / before : before / after;
  const noise = Math.max(MARGIN, SPREADS * Math.max(spread(older.samples), spread(newer.samples)));
  if (ratio > 1 + noise) return ratio - 1;
  return ratio < 1 / (1 + noise) ? ratio - 1 : 0;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The middle distance from the median, as a share of it. */
function spread(values: readonly number[]): number {
  const middle = median(values);
  return middle === 0 ? 0 : median(values.map((one) => Math.abs(one - middle))) / middle;
}
