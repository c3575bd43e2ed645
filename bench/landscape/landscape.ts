import type { Rng } from '../../src/domain/rng.ts';
import { nk, trap } from './bits.ts';
import { families } from './families.ts';
import { ideas } from './ideas.ts';
import { basins, smooth, stairs, valley } from './reals.ts';
import { tasks } from './tasks.ts';

export type Genome = readonly number[];
export type Change = 'mutate' | 'fresh' | 'cross';

/** A task and a model of who works on it. Contract: the same seed gives the same world. */
export interface World {
  readonly start: Genome;
  /** 0 at the start, 1 at the optimum. */
  quality(genome: Genome): number;
  /** undefined is an answer that does not run. One like another before is a duplicate. */
  change(change: Change, parents: readonly [Genome, ...Genome[]], random: Rng): Genome | undefined;
  /** The score by parts. */
  tasks?(genome: Genome): Readonly<Record<string, number>>;
}

export interface Landscape {
  readonly name: string;
  readonly world: (seed: number) => World;
  /** Results in flight. */
  readonly width: number;
  /** The scatter of one measurement, as a share of the way from the seed to the optimum. */
  readonly noise: number;
}

const still = (name: string, world: Landscape['world']): Landscape => ({ name, world, width: 1, noise: 0 });

/** Written down before any strategy was tried on them, and not changed since. */
export const LANDSCAPES: readonly Landscape[] = [
  still('smooth', smooth),
  still('valley', valley),
  still('many basins', basins),
  still('stairs', stairs),
  still('NK, K = 2', nk(18, 2)),
  still('NK, K = 6', nk(18, 6)),
  still('trap', trap(6, 4)),
  still('finite ideas', ideas),
  still('families of ideas', families(0.15)),
  still('families, half invalid', families(0.5)),
  still('per task', tasks),
  { ...still('smooth, 5 % noise', smooth), noise: 0.05 },
  { ...still('smooth, 20 % noise', smooth), noise: 0.2 },
  { ...still('finite ideas, 5 % noise', ideas), noise: 0.05 },
  { ...still('smooth, 8 in flight', smooth), width: 8 },
  { ...still('finite ideas, 8 in flight', ideas), width: 8 },
];
