import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { boundary } from '../lib/seam.ts';
import type { Database } from '../lib/sqlite.ts';
import { UserError } from '../lib/user-error.ts';
import { prepared } from './beginning.ts';
import { connect, guard, inTransaction, storeIn } from './connection.ts';
import { EARLIER } from './earlier.ts';
import { EMPTY, type Info, infoOf } from './info.ts';
import { migrate, record, settle, settlerWith } from './placing.ts';
import { admitted, type Metrics, type NewProgram, NO_PARENT, type Program } from './program.ts';
import { type Sampled, sampleOf } from './sampling.ts';
import { checked, islandsIn, MOST_SHOWN, type Settings, whole } from './settings.ts';
import { briefOf, programOf, type Query, queriesOf, type State, stateOf } from './tables.ts';

export { setAside } from './aside.ts';
export { Damaged } from './connection.ts';
export type { Info } from './info.ts';
export { admitted, isReadable, type Metrics, type NewProgram, NO_PARENT, type Program } from './program.ts';
export type { Sampled } from './sampling.ts';
export { DEFAULTS, type Settings } from './settings.ts';
export { EMPTY };

export interface Added {
  readonly id: string;
  /** Of the best so far. */
  readonly bestMetrics: Metrics;
  /** How many have been added. */
  readonly lastIteration: number;
  readonly island: number;
  readonly generation: number;
  /** False where the island holds only better ones: it stays in the record but is never a parent. */
  readonly kept: boolean;
}

/**
 * Programs on islands in a folder, for a host that makes and scores them itself.
 * Contract: any number of processes may use one at the same time; what was answered is never lost. Throws `UserError` on what can't be
 * done, and then nothing has changed.
 */
export interface Population {
  info(): Info;
  /** Puts a program on every island. It is no addition. */
  seed(program: NewProgram): Added;
  /** Puts a program on the island whose turn it is; the next one gets the next turn. */
  add(program: NewProgram): Added;
  sample(options?: { readonly inspirations?: number }): Sampled;
  best(): Program;
  close(): void;
}

/** Whether a folder holds one, ours or an earlier one. */
export const hasPopulation = (dir: string): boolean => existsSync(storeIn(dir)) || existsSync(join(dir, EARLIER));

/**
 * Opens the population in a folder, and makes it where there is none.
 * Contract: settings are for life. A population that holds programs refuses other ones. `tell` hears of an earlier one that was read.
 */
export function openPopulation(
  dir: string,
  settings: Partial<Settings> = {},
  tell: (line: string) => void = () => {},
): Population {
  const folder = resolve(dir);
  checked(settings);
  const database = guard(folder, () => connect(folder));
  try {
    const query = queriesOf(database);
    guard(folder, () => prepared(database, query, folder, settings, tell));
    return populationOf(database, query, folder);
  } catch (error) {
    database.close();
    throw error;
  }
}

function populationOf(database: Database, query: Query, folder: string): Population {
  const changed = <T>(work: () => T): T => guard(folder, () => inTransaction(database, work));
  const state = (): State => stateOf(query('state').get() ?? {});

  const added = (program: NewProgram, isSeed: boolean): Added => {
    const done = changed(() => {
      const { settings, generation, current, migrations } = state();
      const { score, ...rest } = admitted(program, settings.metric);
      requireParent(query, folder, rest.parentId);
      const nth = isSeed ? generation : generation + 1;
      const who = settlerWith(freeId(query), score, settings.direction);
      record(query, who, { ...rest, island: isSeed ? 0 : current, generation: isSeed ? 0 : nth });
      const homes = isSeed ? islandsIn(settings) : [current];
      const kept = homes.map((island) => settle(query, settings, island, who)).includes(true);
      if (!isSeed) {
        const due = nth % settings.migrationInterval === 0;
        if (due) migrate(query, settings);
        query('count').run(nth, (current + 1) % settings.islands, due ? migrations + 1 : migrations);
      }
      boundary();
      const bestMetrics = briefOf(query('best').get() ?? {}).metrics;
      return { id: who.id, bestMetrics, lastIteration: nth, island: isSeed ? 0 : current, generation: nth, kept };
    });
    boundary();
    return done;
  };

  return {
    info: () => guard(folder, () => infoOf(database, query)),
    seed: (program) => added(program, true),
    add: (program) => added(program, false),
    sample({ inspirations } = {}) {
      if (inspirations !== undefined) whole('inspirations', inspirations, 0, MOST_SHOWN);
      return changed(() => {
        requireSomebody(query, folder);
        const now = stateOf(query('sampled').get() ?? {});
        return sampleOf(query, now, inspirations ?? now.settings.inspirations);
      });
    },
    best: () =>
      guard(folder, () => {
        requireSomebody(query, folder);
        return programOf(query('program').get(briefOf(query('best').get() ?? {}).id) ?? {});
      }),
    close: () => database.close(),
  };
}

export const empty = (folder: string): string => `${folder} holds no programs: begin with evolve db seed.`;

function requireSomebody(query: Query, folder: string): void {
  if (query('first').get() === undefined) throw new UserError(empty(folder));
}

function requireParent(query: Query, folder: string, parent: string): void {
  if (parent === NO_PARENT || query('program').get(parent) !== undefined) return;
  requireSomebody(query, folder);
  throw new UserError(`There is no program ${parent} in ${folder}: give the id of one, or 0 for no parent.`);
}

/** Ids of an earlier population may look like ours. */
function freeId(query: Query): string {
  let id = `p${Number(query('newest').get()?.seq ?? 0) + 1}`;
  while (query('program').get(id) !== undefined) id = `${id}x`;
  return id;
}
