import type { Direction } from '../domain/compare.ts';
import { ISLANDS, type Islands } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';

/** What a population keeps for life. */
export interface Settings {
  readonly islands: number;
  /** Programs that live on an island at most; the worst go. */
  readonly islandCapacity: number;
  /** After so many additions the best of each island is copied to all others. */
  readonly migrationInterval: number;
  /** How often a parent is one of the island's `exploitTop`; else it is any of the island's. */
  readonly exploit: number;
  readonly exploitTop: number;
  /** How many of the best of all islands come with a sample. */
  readonly inspirations: number;
  /** The metric that is the score; without it the score is the mean of all. */
  readonly metric?: string;
  readonly direction: Direction;
  /** Of all draws. */
  readonly seed: number;
}

export const DEFAULTS: Settings = {
  islands: ISLANDS.count,
  islandCapacity: ISLANDS.capacity,
  migrationInterval: ISLANDS.interval,
  exploit: ISLANDS.exploit,
  exploitTop: ISLANDS.top,
  inspirations: ISLANDS.inspirations,
  direction: 'max',
  seed: 1,
};

/** A migration looks at every pair of islands. */
export const MOST_ISLANDS = 100;
/** What is shown to an author, or looked at for a parent, is a handful. */
export const MOST_SHOWN = 1000;

/** Contract: throws `UserError` on a value that can't be. */
export function checked(given: Partial<Settings>): Settings {
  const settings = { ...DEFAULTS, ...given };
  whole('islands', settings.islands, 1, MOST_ISLANDS);
  whole('islandCapacity', settings.islandCapacity, 1);
  whole('migrationInterval', settings.migrationInterval, 1);
  whole('exploitTop', settings.exploitTop, 1, MOST_SHOWN);
  whole('inspirations', settings.inspirations, 0, MOST_SHOWN);
  whole('seed', settings.seed, 0);
  if (!(settings.exploit >= 0 && settings.exploit <= 1)) throw new UserError('exploit must be from 0 to 1.');
  if (settings.direction !== 'max' && settings.direction !== 'min') throw new UserError('direction is max or min.');
  return settings;
}

export function whole(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `from ${least} to ${most}`;
  throw new UserError(`${name} must be a whole number, ${range}, not ${value}.`);
}

export const islandsIn = ({ islands }: Settings): readonly number[] =>
  Array.from({ length: islands }, (_, island) => island);

export const islandsOf = (settings: Settings): Islands => ({
  count: settings.islands,
  capacity: settings.islandCapacity,
  interval: settings.migrationInterval,
  exploit: settings.exploit,
  top: settings.exploitTop,
  inspirations: settings.inspirations,
});
