import { type Adjustable, type Fixed, type Preset, type RunConfig, seedId } from '../../src/domain/config.ts';

/** The seed's name in runs by generations. */
export const SEED = seedId('generations');

/** A run's configuration with the defaults of the command line. */
export function configOf(
  fixed: Partial<Fixed> = {},
  adjustable: Partial<Adjustable> = {},
  strategy: Preset = 'generations',
): RunConfig {
  return {
    identity: { strategy, fitness: 'node bench.js', folder: '', files: ['packer.js'] },
    fixed: {
      direction: 'max',
      seed: 1,
      gates: [],
      repeat: 1,
      parse: 'auto',
      inputs: [],
      ...fixed,
    },
    adjustable: {
      k: 4,
      operator: 'tune',
      agentTimeoutMs: 60_000,
      lenses: [],
      branches: false,
      generations: 5,
      stale: 3,
      budget: {},
      parallel: 2,
      parallelBench: 1,
      timeoutMs: 60_000,
      memoryMb: 1024,
      goal: '',
      ...adjustable,
    },
  };
}
