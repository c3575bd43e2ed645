import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Of end to end, by name. */
const E2E = [
  'agents',
  'apply',
  'archives',
  'audit',
  'authors',
  'bench-helper',
  'budget',
  'clean',
  'direct',
  'doctor',
  'edges',
  'ending',
  'evil',
  'examples',
  'exp-attempts',
  'exp-epoch',
  'exp-failures',
  'exp-host',
  'exp-kill',
  'exp-measure',
  'exp-parallel',
  'faults',
  'goal',
  'goals-landing',
  'goals-basics',
  'goals-generate',
  'goals-kill',
  'goals-measure',
  'goals-mistakes',
  'goals-whole',
  'holdout',
  'idle',
  'init',
  'islands',
  'islands-walk',
  'judge',
  'midway',
  'noise',
  'optimize-basics',
  'optimize-defects',
  'optimize-kill',
  'optimize-world',
  'partner',
  'population',
  'red-team',
  'replay',
  'run',
  'sandbox',
  'shapes',
  'slots',
  'steady-authors',
  'texts',
  'together',
  'veil',
  'views',
  'warm',
  'worth',
  'yaml',
];

/** Suites that take long, many of them with more than Node and git: `npm test` runs them where everything is required. */
const LONG = [
  'test/real/**/*.test.ts',
  'test/e2e/{agents,cheats}/**/*.test.ts',
  `test/e2e/{${E2E.join()}}.test.ts`,
  'test/contract/{flat,flat-experiments,experiments-model}.test.ts',
  'src/domain/noise.test.ts',
  'src/workspace/workplace/workplace.kill.test.ts',
  'src/workspace/landing/trunk-kill.test.ts',
  'src/source/land-kill.test.ts',
  'src/source/source.kill.test.ts',
  'src/lane/evo.test.ts',
  'src/command/import/evo.test.ts',
];

/** Suites of folders that start processes: their fixtures clean up once per file and change the environment, so each file has a process of its own. */
const APART = ['src/{agent,evaluation,lane,source,workspace}/**/*.test.ts'];

export default defineConfig({
  test: {
    // End-to-end tests wait for processes and disks a fifth of the time: with one worker per core some of the cores would be idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/architecture.test.ts'],
          exclude: [...APART, ...LONG],
          testTimeout: 30_000,
          // Starting a process and loading the sources anew takes longer than most of these files do.
          isolate: false,
        },
      },
      { test: { name: 'apart', include: APART, exclude: LONG, testTimeout: 30_000 } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], exclude: LONG, testTimeout: 30_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'long', include: LONG, testTimeout: 180_000, hookTimeout: 180_000 } },
      { test: { name: 'soak', include: ['test/soak/**/*.test.ts'], testTimeout: 3_600_000, hookTimeout: 600_000 } },
    ],
  },
});
