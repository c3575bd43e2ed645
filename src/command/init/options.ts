import type { FileInput } from '../config/file.ts';
import { EXPERIMENTING_OPTIONS } from '../experimenting.ts';
import { MEASURING_OPTIONS } from '../measuring.ts';
import { on, text } from '../option.ts';
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
  dirty,
} as const;

export const INIT_OPTIONS = {
  ...SETTINGS,
  fresh: on('--fresh', 'begin anew even if there are experiments with this command and these files'),
  yes: on('-y, --yes', 'ask nothing'),
  unchecked,
  force,
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file'),
} as const;

/** What of the settings is for experiments: a file may have others, for searches. */
export function measuringInput(input: FileInput): FileInput {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key in INIT_OPTIONS));
}
