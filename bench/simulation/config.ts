import type { Preset, RunConfig } from '../../src/domain/config.ts';

const FOREVER = 1_000_000_000;

/** A run that ends when its driver does. */
export function endless(strategy: Preset, seed: number, width: number, control = 0): RunConfig {
  return {
    identity: { strategy, fitness: 'simulated', folder: '', files: ['program'] },
    fixed: { direction: 'max', seed, gates: [], repeat: 1, parse: 'auto', inputs: [] },
    adjustable: {
      k: 4,
      // Built in, so that nobody mends what is invalid: the author model says what an answer costs.
      operator: 'syntax',
      agentTimeoutMs: 0,
      lenses: [],
      branches: false,
      generations: FOREVER,
      stale: FOREVER,
      budget: { evaluations: FOREVER },
      control,
      parallel: width,
      parallelBench: width,
      timeoutMs: 0,
      memoryMb: 0,
      goal: '',
    },
  };
}
