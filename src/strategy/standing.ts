/** One of the authors that a choice is made among. */
export interface Weighed {
  readonly name: string;
  /** What the user thinks of it, against the others. */
  readonly weight: number;
}

/** What is known of an author. Sums fade with every attempt of anybody; counts don't. */
export interface Standing {
  /** Attempts that have ended, and what they were worth, 0 to 1 each. */
  readonly attempts: number;
  readonly worth: number;
  /** Calls they took, repairs included; what those cost whose price or tokens are known, and how many these are. */
  readonly calls: number;
  readonly usd: readonly [sum: number, of: number];
  readonly tokens: readonly [sum: number, of: number];
  /** How often it was chosen, when last, and how many of these have ended. */
  readonly chosen: number;
  readonly lastTurn: number;
  readonly ended: number;
  readonly candidates: number;
  /** Candidates that were better than their parent, and those that became best. */
  readonly improvements: number;
  readonly bests: number;
  /** By how much its bests have moved the best score, all together. */
  readonly gained: number;
}

export interface Standings {
  /** Choices made. */
  readonly turns: number;
  /** The logarithm of what an improvement comes to lately. */
  readonly size?: number;
  readonly authors: Readonly<Record<string, Standing>>;
}

/** What came of one proposal. */
export interface Outcome {
  readonly author: string;
  /** It mends an attempt that has been counted. */
  readonly repair: boolean;
  readonly candidate: boolean;
  /** By how much it is better than what it was made from; 0 when it is not. */
  readonly gain: number;
  /** By how much it moved the best score; absent when it is not a new best. */
  readonly lead?: number;
  readonly spent: readonly { readonly usd?: number; readonly tokens?: number }[];
}

export type Unit = 'usd' | 'tokens' | 'calls';

export const NOBODY: Standings = { turns: 0, authors: {} };

/** Of whom nothing is known. */
export const NEW: Standing = {
  attempts: 0,
  worth: 0,
  calls: 0,
  usd: [0, 0],
  tokens: [0, 0],
  chosen: 0,
  lastTurn: 0,
  ended: 0,
  candidates: 0,
  improvements: 0,
  bests: 0,
  gained: 0,
};

/** An attempt counts for so much after each further one: some twenty-five are remembered, so that the choice turns when an author dries up. */
const FADING = 0.96;
/** An improvement that is not a new best has shown less. */
const SIDEWAYS = 0.4;
/** A usual improvement is worth a quarter, one three times as large a half: more than that is luck as well. */
const USUAL = 3;
/** How fast the usual size of an improvement follows. */
const FOLLOW = 0.25;
/**
 * What is known after one more result. A gain is told in the usual size of an improvement lately, up to 1, so the same for every scale of
 * scores and not ruled by one lucky leap.
 */
export function told(before: Standings, outcome: Outcome): Standings {
  const { author, gain, lead, repair, candidate, spent } = outcome;
  const size = gain > 0 ? sizeAfter(before.size, gain) : before.size;
  const leap = gain > 0 && size !== undefined ? gain / (gain + USUAL * Math.exp(size)) : 0;
  const worth = leap * (lead === undefined ? SIDEWAYS : 1);
  const faded = repair ? before.authors : fadedOf(before.authors);
  const own = faded[author] ?? NEW;
  const ended = own.ended + (repair ? 0 : 1);
  const after: Standing = {
    ...own,
    attempts: own.attempts + (repair ? 0 : 1),
    worth: own.worth + worth,
    calls: own.calls + spent.length,
    usd: summed(
      own.usd,
      spent.flatMap(({ usd }) => usd ?? []),
    ),
    tokens: summed(
      own.tokens,
      spent.flatMap(({ tokens }) => tokens ?? []),
    ),
    ended,
    // What was proposed before anybody counted was chosen as well.
    chosen: Math.max(own.chosen, ended),
    candidates: own.candidates + (candidate ? 1 : 0),
    improvements: own.improvements + (gain > 0 ? 1 : 0),
    bests: own.bests + (lead === undefined ? 0 : 1),
    gained: own.gained + (lead ?? 0),
  };
  return { ...before, ...(size === undefined ? {} : { size }), authors: { ...faded, [author]: after } };
}

/** With one more choice, whose result is still to come. */
export function chosen(before: Standings, author: string): Standings {
  const turns = before.turns + 1;
  const own = before.authors[author] ?? NEW;
  const after = { ...own, chosen: own.chosen + 1, lastTurn: turns };
  return { ...before, turns, authors: { ...before.authors, [author]: after } };
}

/** What authors are compared by: dollars where each one's are known, else tokens, else calls. */
export function unitOf({ authors }: Standings, arms: readonly Weighed[]): Unit {
  const called = arms.flatMap(({ name }) => authors[name] ?? []).filter(({ calls }) => calls > 0);
  // A call that broke off may not have told.
  const known = (unit: 'usd' | 'tokens') => called.every((one) => one[unit][1] > 0.5 * one.calls);
  const told = (unit: 'usd' | 'tokens') => called.some((one) => one[unit][0] > 0);
  return (['usd', 'tokens'] as const).find((unit) => known(unit) && told(unit)) ?? 'calls';
}

/** What an attempt of an author costs in a unit, its repair included; undefined before the first call. */
export function costOf({ authors }: Standings, name: string, unit: Unit): number | undefined {
  const own = authors[name];
  if (own === undefined || own.attempts <= 0 || own.calls <= 0) return undefined;
  const each = unit === 'calls' ? 1 : ratio(own[unit][0], own[unit][1]);
  return each === undefined ? undefined : (each * own.calls) / own.attempts;
}

function fadedOf(authors: Standings['authors']): Standings['authors'] {
  const fade = ([sum, of]: readonly [number, number]) => [sum * FADING, of * FADING] as const;
  return Object.fromEntries(
    Object.entries(authors).map(([name, own]) => [
      name,
      {
        ...own,
        attempts: own.attempts * FADING,
        worth: own.worth * FADING,
        calls: own.calls * FADING,
        usd: fade(own.usd),
        tokens: fade(own.tokens),
      },
    ]),
  );
}

const sizeAfter = (before: number | undefined, gain: number): number => {
  const size = Math.log(gain);
  return before === undefined ? size : before + FOLLOW * (size - before);
};

const summed = ([sum, of]: readonly [number, number], more: readonly number[]): readonly [number, number] => [
  more.reduce((total, one) => total + one, sum),
  of + more.length,
];

export const ratio = (sum: number, of: number): number | undefined => (of > 0 ? sum / of : undefined);
