import {
  AXES,
  anyElite,
  GRID,
  grid,
  leader,
  onFront,
  origin,
  PARETO,
  POOL,
  pareto,
  patient,
  pool,
} from '../archive/archive.ts';
import { type Preset, type RunConfig, seedId } from '../domain/config.ts';
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
  return run.identity.strategy === 'generations' ? found : withPartner(found);
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
  }
}

/** Where the seed lives: beside those that are bred generation by generation, among those of a steady search. */
export function homeOfSeed(preset: Preset): string {
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
  }
}
