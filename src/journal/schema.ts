import type { Database } from '../lib/sqlite.ts';
import { FutureStore, stepped } from '../lib/store-version.ts';
import { STEPS_OF_EXPERIMENTS } from './steps-of-experiments.ts';
import { STEPS_OF_RUNS } from './steps-of-runs.ts';

/** Each step brings the store from one version to the next; steps are added, never changed. */
export const STEPS: readonly string[] = [...STEPS_OF_RUNS, ...STEPS_OF_EXPERIMENTS];

/** Every table that holds rows of a run, but for the run's own. */
export const RUN_TABLES = [
  'event',
  'entry',
  'resident',
  'home',
  'batch',
  'memo',
  'question',
  'call',
  'improvement',
  'attempt',
  'remark',
  'directive',
  'gate',
  'task',
  'task_count',
] as const;

export { FutureStore };

export const migrate = (database: Database, steps: readonly string[] = STEPS): void => stepped(database, steps);
