import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAll } from './child.ts';

/** What a benchmark found out about a candidate. */
export interface Result {
  readonly score: number;
  readonly metrics?: Readonly<Record<string, number>>;
  /** Scores of single tasks by their id. */
  readonly tasks?: Readonly<Record<string, number>>;
  /** Which way a task's score is better, where it is not the run's. */
  readonly tasks_meta?: Readonly<Record<string, 'max' | 'min'>>;
  /** For whoever changes the code next. */
  readonly feedback?: string;
  readonly artifacts?: Readonly<Record<string, unknown>>;
}

/** While a handler runs, what it reports is its answer. */
let kept: ((result: Result) => void) | undefined;

export function keepReports(keep: ((result: Result) => void) | undefined): void {
  kept = keep;
}

/** Reports the result, whole or not at all: to the file named by EVOLVE_RESULT, else as a line on stdout. */
export function report(result: Result | number): void {
  const value = checked(result);
  if (kept !== undefined) {
    kept(value);
    return;
  }
  const path = process.env.EVOLVE_RESULT;
  if (path) writeWhole(path, JSON.stringify(value));
  else writeAll(1, `\n${JSON.stringify(value)}\n`);
}

/** Contract: gives a result whose numbers are all finite, or throws. */
export function checked(result: Result | number): Result {
  const value = typeof result === 'number' ? { score: result } : result;
  refuse('the score', value.score);
  for (const [name, number] of Object.entries(value.metrics ?? {})) refuse(`metric ${name}`, number);
  for (const [name, number] of Object.entries(value.tasks ?? {})) refuse(`task ${name}`, number);
  return value;
}

function refuse(what: string, value: unknown): void {
  if (typeof value !== 'number') throw new TypeError(`${what} must be a number, not ${JSON.stringify(value)}`);
  if (!Number.isFinite(value))
    throw new RangeError(`${what} is ${value}: it must be finite. Fail instead (throw, or exit with 1).`);
}

/** Keeps what happened in one task as task_<id>.json; it can be read while the benchmark runs. */
export function trace(task: string | number, data: unknown): void {
  const folder = process.env.EVOLVE_TRACES_DIR;
  if (folder) writeWhole(join(folder, `task_${fileName(task)}.json`), JSON.stringify(data));
}

/** Keeps a file with the candidate's logs. Gives its path, or undefined when nobody keeps any. */
export function artifact(name: string, content: string | Uint8Array): string | undefined {
  const folder = process.env.EVOLVE_TRACES_DIR;
  if (!folder) return undefined;
  const path = join(folder, fileName(name));
  writeWhole(path, content);
  return path;
}

/** The run's seed: take it for whatever is drawn by chance. */
export function seed(otherwise = 0): number {
  const given = process.env.EVOLVE_SEED;
  return given === undefined || given === '' ? otherwise : Number(given);
}

const fileName = (name: string | number): string => encodeURIComponent(name).slice(0, 200);

/** A reader sees the old file or the new one, never a part. */
function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = join(dirname(path), `.galapagos-${randomUUID()}`);
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
