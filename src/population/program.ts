import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../lib/user-error.ts';

/** What was measured, by name. What is no number is kept and counts for nothing. */
export type Metrics = Readonly<Record<string, unknown>>;

/** A scored version of the code, as a host brings it. */
export interface NewProgram {
  /** The file that has it. */
  readonly codePath: string;
  /** The text of the function or whatever else is evolved. */
  readonly targetCode: string;
  /** The program that it was made of; `0` for none. */
  readonly parentId: string;
  readonly metrics: Metrics;
  /** What was changed and why, in words. */
  readonly changes: string;
}

export interface Program extends NewProgram {
  readonly id: string;
  /** Where it came to. */
  readonly island: number;
  /** Which addition it was; 0 for a seed. */
  readonly generation: number;
  readonly score: number;
}

export const NO_PARENT = '0';

/** Contract: the path is absolute and the score finite; throws `UserError` on a program that can't be taken. */
export function admitted(program: NewProgram, metric?: string): NewProgram & { readonly score: number } {
  for (const name of ['codePath', 'targetCode', 'parentId', 'changes'] as const)
    if (typeof program[name] !== 'string') throw new UserError(`${name} must be a text.`);
  const codePath = resolve(program.codePath);
  if (!isReadable(codePath))
    throw new UserError(`codePath ${codePath} is no readable file: give the file that holds the program.`);
  return { ...program, codePath, score: scoreOf(program.metrics, metric) };
}

export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Contract: finite; throws `UserError` on metrics that give no score. */
export function scoreOf(metrics: Metrics, metric?: string): number {
  if (typeof metrics !== 'object' || metrics === null || Array.isArray(metrics))
    throw new UserError('metrics must be an object of numbers such as {"efficiency-score": 0.8}.');
  for (const [name, value] of Object.entries(metrics))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new UserError(`the metric ${name} is ${value}: give a finite number, or leave it out.`);
  if (metric !== undefined) {
    const value = metrics[metric];
    if (typeof value === 'number') return value;
    throw new UserError(`metrics has no number ${metric}, which is the score of this population.`);
  }
  const numbers = Object.values(metrics).filter((value) => typeof value === 'number');
  if (numbers.length === 0)
    throw new UserError('metrics holds no number: give at least one such as {"efficiency-score": 0.8}.');
  // Divided first, so that large numbers don't add up to infinity.
  return numbers.length === 1 ? (numbers[0] ?? 0) : numbers.reduce((mean, value) => mean + value / numbers.length, 0);
}
