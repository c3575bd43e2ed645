import {
  AXES,
  anyElite,
  GRID,
  grid,
  island,
  islandOf,
  islands,
  leader,
  onFront,
  onIsland,
  origin,
  PARETO,
  POOL,
  pareto,
  patient,
  pool,
  settled,
  TRUNK,
} from '../archive/archive.ts';
import type { Placement } from '../domain/archive.ts';
import { ISLANDS, type RunConfig, type Search, seedId } from '../domain/config.ts';
import { COMMITTED } from '../domain/experiment.ts';
import type { Strategy } from '../domain/strategy.ts';
import { generations } from './generations.ts';
import { steady } from './steady.ts';
import type { Variation } from './variation.ts';
import { withPartner } from './with-partner.ts';

/** One turn in ten is a merge, and one a large change: choosing between them by their success gained nothing. */
const MIXED = { merge: 0.1, rethink: 0.1 };
const REFINE = { merge: 0, rethink: 0 };
const PLAIN = { merge: 0, rethink: 0.5 };

/** The search that a run is named for. */
export function search(run: RunConfig, variation: Variation): Strategy {
  const found = named(run, variation);
  const alone: readonly Search[] = ['generations', 'islands'];
  return alone.includes(run.identity.strategy) ? found : withPartner(found);
}

function named(run: RunConfig, variation: Variation): Strategy {
  const seed = seedId(run.identity.strategy);
  switch (run.identity.strategy) {
    case 'generations':
      return generations({ run, variation });
    case 'patient':
      return steady({ run, variation, archive: pool(), selection: patient, mix: MIXED });
    case 'greedy':
      return steady({ run, variation, archive: pool(), selection: leader, mix: REFINE });
    case 'best-of-n':
      return steady({ run, variation, archive: pool(), selection: origin(seed), mix: PLAIN });
    case 'grid': {
      const archive = grid({ axes: run.fixed.grid ?? AXES, direction: run.fixed.direction });
      return steady({ run, variation, archive, selection: anyElite, mix: MIXED, home: GRID });
    }
    case 'pareto': {
      const { objectives = [], direction } = run.fixed;
      const archive = pareto({ objectives, direction });
      return steady({
        run,
        variation,
        archive,
        selection: onFront({ objectives, direction }),
        mix: MIXED,
        home: PARETO,
      });
    }
    case 'islands': {
      const { islands: settings = ISLANDS, direction } = run.fixed;
      const archive = islands({ ...settings, direction });
      const home = (nth: number) => islandOf(settings, nth);
      return steady({ run, variation, archive, selection: onIsland(settings), mix: REFINE, home, mends: false });
    }
    case 'rounds':
      throw new Error('experiments are proposed by people and agents');
    case 'ladder':
      throw new Error('cycles over goals are no search');
  }
}

/** Where the seed lives: beside those that are bred generation by generation, among those of a steady search. */
export function homeOfSeed(preset: Search): string {
  switch (preset) {
    case 'generations':
      return 'seed';
    case 'grid':
      return GRID;
    case 'pareto':
      return PARETO;
    case 'patient':
    case 'greedy':
    case 'best-of-n':
      return POOL;
    case 'islands':
      return island(0);
    case 'rounds':
      return COMMITTED;
    case 'ladder':
      return TRUNK;
  }
}

/** How the seed is placed. */
export function placementOfSeed({ identity, fixed }: RunConfig): Placement {
  if (identity.strategy === 'islands') return settled(fixed.islands ?? ISLANDS, seedId(identity.strategy));
  return { kind: 'kept', home: homeOfSeed(identity.strategy), evicted: [] };
}
