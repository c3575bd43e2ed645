import type { FileInput } from '../config/file.ts';
import { EXPERIMENTING_OPTIONS } from '../experimenting.ts';
import { MEASURING_OPTIONS } from '../measuring.ts';
import { type Given, on, text } from '../option.ts';
import { RUN_OPTIONS } from '../settings.ts';

const { files, direction, gate, test, goal, seed, timeout, memory, repeat, parse, metric, input } = RUN_OPTIONS;
const { prepare, build, dirty, parallelBench, unchecked, force } = RUN_OPTIONS;

/** How a run of experiments measures, and what it allows. */
const SETTINGS = {
  fitness: text(
    '--fitness <command>',
    'command that prints the score; its last line of output is a number or a JSON object with "score"',
  ),
  ...{ files, direction, gate, test, goal, seed, timeout, memory, repeat, parse, metric, input, prepare, build },
  parallelBench,
  ...MEASURING_OPTIONS,
  ...EXPERIMENTING_OPTIONS,
} as const;

export const INIT_OPTIONS = {
  ...SETTINGS,
  dirty,
  fresh: on('--fresh', 'begin anew even if there are experiments with this command and these files'),
  save: on('--save', 'write these settings into an evolve.yaml that is there already'),
  yes: on('-y, --yes', 'ask nothing'),
  unchecked,
  force,
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file, and write none'),
} as const;

export type InitInput = Given<typeof INIT_OPTIONS>;

/** What of the settings is for experiments: a file may have others, for searches. */
export function measuringInput(given: FileInput): FileInput & Pick<InitInput, 'save'> {
  return only(given, [...Object.keys(INIT_OPTIONS), 'target']);
}

/** What of the flags is a setting, to be written down. */
export const settingsInput = (given: InitInput): FileInput => only(given, Object.keys(SETTINGS));

const only = <T extends object>(given: T, keys: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([key]) => keys.includes(key))) as Partial<T>;
