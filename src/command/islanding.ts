import { type Adjustable, type Fixed, ISLANDS, type Islands, ITERATIONS, type Search } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import { UserError } from '../lib/user-error.ts';
import { type Given, integer, type Option, share } from './option.ts';

/** More would cost more to look through than to measure. */
const MOST = { islands: 100, capacity: 1000, inspirations: 20 };

/** What `islands` goes by. */
export const ISLANDING_OPTIONS = {
  iterations: integer(
    '-n, --iterations <n>',
    `of islands: end after so many changes, whatever came of them (default: ${ITERATIONS})`,
    1,
  ),
  islands: atMost(
    integer('--islands <n>', `populations that evolve apart (default: ${ISLANDS.count})`, 1),
    MOST.islands,
  ),
  islandCapacity: atMost(
    integer('--island-capacity <n>', `how many live on an island; the worst go (default: ${ISLANDS.capacity})`, 1),
    MOST.capacity,
  ),
  migrationInterval: integer(
    '--migration-interval <n>',
    `copy the best of each island to the others after so many that were kept (default: ${ISLANDS.interval})`,
    1,
  ),
  exploit: upToAll(
    share(
      '--exploit <share>',
      `how often a parent is one of its island’s best; else it is any of the island (default: ${ISLANDS.exploit})`,
    ),
  ),
  exploitTop: integer('--exploit-top <n>', `how many of an island count as its best (default: ${ISLANDS.top})`, 1),
  inspirations: atMost(
    integer(
      '--inspirations <n>',
      `how many of the best of all islands an agent is shown (default: ${ISLANDS.inspirations})`,
      0,
    ),
    MOST.inspirations,
  ),
} as const;

type Islanding = Given<typeof ISLANDING_OPTIONS>;

/** Flags that say which strategy is meant. */
export const ISLAND_FLAGS = {
  islands: '--islands',
  islandCapacity: '--island-capacity',
  migrationInterval: '--migration-interval',
  exploit: '--exploit',
  exploitTop: '--exploit-top',
  inspirations: '--inspirations',
} as const;

/** Where each of them is kept. */
const PLACES: Readonly<Record<keyof typeof ISLAND_FLAGS, keyof Islands>> = {
  islands: 'count',
  islandCapacity: 'capacity',
  migrationInterval: 'interval',
  exploit: 'exploit',
  exploitTop: 'top',
  inspirations: 'inspirations',
};

const keys: readonly (keyof typeof ISLAND_FLAGS)[] = [
  'islands',
  'islandCapacity',
  'migrationInterval',
  'exploit',
  'exploitTop',
  'inspirations',
];

export function islandingOf(input: Islanding & { readonly strategy?: Search }): Pick<Fixed, 'islands'> {
  const given = keys.filter((key) => input[key] !== undefined);
  if (input.strategy !== 'islands' && given.length === 0) return {};
  const told = Object.fromEntries(given.map((key) => [PLACES[key], input[key]]));
  return { islands: { ...ISLANDS, ...told } };
}

export function iterationsOf(input: Islanding, before?: Adjustable): Pick<Adjustable, 'iterations'> {
  const iterations = input.iterations ?? before?.iterations;
  return iterations === undefined ? {} : { iterations };
}

/** Throws on iterations for a run that does not count them. */
export function refuseIterations({ iterations }: Islanding, strategy: Search): void {
  if (iterations === undefined || strategy === 'islands') return;
  throw new UserError(
    `-n is for --strategy islands, and this run is ${strategy}: add --strategy islands, or say --budget-evals ${iterations}.`,
  );
}

/** A resumed run keeps its islands. Throws on a flag that asks for others. */
export function refuseOtherIslands(input: Islanding, { id, config }: Pick<RunFacts, 'id' | 'config'>): void {
  const { islands = ISLANDS } = config.fixed;
  for (const key of keys) {
    const was = islands[PLACES[key]];
    if (input[key] === undefined || input[key] === was) continue;
    const flag = ISLAND_FLAGS[key];
    throw new UserError(
      `Run ${id} has another ${flag} (${was}). Leave ${flag} out to continue it, or add --fresh to start a new run.`,
    );
  }
}

function atMost(option: Option<number>, most: number): Option<number> {
  const parse = (raw: unknown, name = option.flag.split(' ')[0] ?? option.flag): number => {
    const value = option.parse(raw, name);
    if (value > most) throw new UserError(`${name} must be at most ${most}.`);
    return value;
  };
  return { ...option, schema: { ...option.schema, maximum: most }, parse };
}

/** A share that may be all. */
function upToAll(option: Option<number>): Option<number> {
  const parse = (raw: unknown, name = option.flag.split(' ')[0] ?? option.flag): number => {
    if (['1', '100%'].includes(String(raw).replaceAll(' ', ''))) return 1;
    try {
      return option.parse(raw, name);
    } catch {
      throw new UserError(`${name} takes a share from 0 to 1 such as 0.7 or 70%, not ${JSON.stringify(raw)}.`);
    }
  };
  const { exclusiveMaximum: _below, ...schema } = option.schema;
  return { ...option, schema: { ...schema, maximum: 1 }, parse };
}
