import type { Database } from '../lib/sqlite.ts';
import type { Metrics } from './program.ts';
import { DEFAULTS, islandsIn, type Settings } from './settings.ts';
import { briefOf, type Query, sizeOf, stateOf } from './tables.ts';

/** Where a population stands. */
export interface Info extends Settings {
  readonly totalPrograms: number;
  /** Of the best program; null while there is none. */
  readonly bestMetrics: Metrics | null;
  readonly bestId: string | null;
  readonly bestScore: number | null;
  /** Of the first program: what the others are measured by. */
  readonly baselineMetrics: Metrics | null;
  /** How many have been added since the seed. */
  readonly generation: number;
  readonly currentIsland: number;
  /** How many live on each island. */
  readonly sizes: readonly number[];
  readonly migrations: number;
  readonly samples: number;
}

/** Of a folder that holds none. */
export const EMPTY: Info = {
  totalPrograms: 0,
  bestMetrics: null,
  bestId: null,
  bestScore: null,
  baselineMetrics: null,
  generation: 0,
  currentIsland: 0,
  sizes: islandsIn(DEFAULTS).map(() => 0),
  migrations: 0,
  samples: 0,
  ...DEFAULTS,
};

/** Contract: all of it at one moment. */
export function infoOf(database: Database, query: Query): Info {
  database.exec('begin');
  try {
    const { settings, generation, current, migrations, samples } = stateOf(query('state').get() ?? {});
    const [best, first] = [query('best').get(), query('first').get()].map((row) => row && briefOf(row));
    return {
      totalPrograms: Number(query('newest').get()?.seq ?? 0),
      bestMetrics: best?.metrics ?? null,
      bestId: best?.id ?? null,
      bestScore: best?.score ?? null,
      baselineMetrics: first?.metrics ?? null,
      generation,
      currentIsland: current,
      sizes: islandsIn(settings).map((island) => sizeOf(query, island)),
      migrations,
      samples,
      ...settings,
    };
  } finally {
    database.exec('rollback');
  }
}
