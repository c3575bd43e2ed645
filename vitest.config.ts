import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // End-to-end tests mostly wait for processes; one worker per core less one would leave a core idle.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/architecture.test.ts'] } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 } },
      { test: { name: 'soak', include: ['test/soak/**/*.test.ts'], testTimeout: 3_600_000, hookTimeout: 600_000 } },
    ],
  },
});
