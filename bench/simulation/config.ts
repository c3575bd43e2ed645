import { AXES } from '../../src/archive/archive.ts';
import type { Preset, RunConfig } from '../../src/domain/config.ts';

/** What the code of every seed is like. */
export const ORIGINAL = { size: 100, complexity: 10 } as const;

/** As a run fits them to its seed. */
const grid = AXES.map((axis) => ({ ...axis, origin: axis.metric === 'size' ? ORIGINAL.size : ORIGINAL.complexity }));

interface Options {
  readonly seed: number;
  readonly width: number;
  /** Share of plain proposals. */
  readonly control: number;
  /** Whether scores come by tasks; `pareto` needs something else to go by where they don't. */
  readonly tasks: boolean;
}

const SHORT = [{ metric: 'size', direction: 'min' }] as const;

const FOREVER = 1_000_000_000;

/** A run that ends when its driver does. */
export function endless(
  strategy: Preset,
  { seed, width = 1, control = 0, tasks = false }: Partial<Options> & Pick<Options, 'seed'>,
): RunConfig {
  return {
    identity: { strategy, fitness: 'simulated', folder: '', files: ['program'] },
    fixed: {
      direction: 'max',
      seed,
      gates: [],
      repeat: 1,
      parse: 'auto',
      inputs: [],
      ...(strategy === 'grid' ? { grid } : {}),
      ...(strategy === 'pareto' && !tasks ? { objectives: SHORT } : {}),
    },
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
      iterations: FOREVER,
      control,
      parallel: width,
      parallelBench: width,
      timeoutMs: 0,
      memoryMb: 0,
      goal: '',
    },
  };
}
