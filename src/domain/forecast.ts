import { readingOf } from './blocks.ts';
import { type Direction, median } from './compare.ts';
import type { Improvement } from './view.ts';

/** What the next evaluations are expected to bring, with limits between which it lies at 80 %. */
export interface Forecast {
  readonly evaluations: number;
  /** A share of the best score where all scores are on one side of 0, else a difference; never less than 0. */
  readonly gain: number;
  readonly low: number;
  readonly high: number;
  readonly relative: boolean;
  /** The gain as a share in any case: of how large scores are where they are at or across 0. */
  readonly share: number;
}

/** Fewer evaluations say nothing of those to come. */
export const LEAST_SPENT = 20;

/** No more of a curve is looked at. */
export const LOOKED_AT = 64;

/**
 * A curve is looked at ever closer to its end: an improvement at a share t of the run counts t to the power of these. Each look
 * begins with what the one before found, as if that had been seen for so long, or on so many improvements.
 */
const LOOKS = { often: [1, 2, 4], far: [1, 2, 4, 8] } as const;
const BEFORE = { often: 0.15, far: 1 };
/** Improvements per e-fold of the evaluations that are expected before anything is known: as many as plain sampling brings. */
const USUAL = 1;
/** How far sizes go on to shrink as they did between the last two looks. */
const SHRINKING = 0.5;
/** Chosen, with those above, on simulated curves of eleven kinds, so that the limits hold in about 80 of 100 cases. */
const SPREAD = { sizes: 3, rate: 0.3, curve: 0.2 };
const LIMITS = { low: 0.1, high: 0.9 };

/**
 * Improvements come evenly in the logarithm of the evaluations, unless the end of the curve says otherwise, and their sizes go
 * on as they were at its end.
 * Contract: `curve` is who has been best, at least the last few, oldest first. Undefined before there is anything to go by: too
 * few evaluations, or never an improvement.
 */
export function forecast(
  curve: readonly Improvement[],
  spent: number,
  evaluations: number,
  direction: Direction,
): Forecast | undefined {
  const [first] = curve;
  if (first === undefined || curve.length < 2 || spent < LEAST_SPENT) return undefined;
  const scores = curve.map(({ score }) => score);
  const reading = readingOf(scores, direction);
  const steps = curve.slice(1).map((one, index) => ({
    at: Math.min(1, Math.max(1, one.evaluations) / spent),
    lead: Math.max(0, reading.of(one.score) - reading.of(curve[index]?.score ?? one.score)),
  }));
  const { often, far, seen } = endOf(steps, Math.min(1, first.evaluations / spent));
  const limits = spreadOver(often * Math.log1p(evaluations / spent), far, seen);
  const [gain, low, high] = [limits.mean, limits.at(LIMITS.low), limits.at(LIMITS.high)].map(reading.share);
  if (gain === undefined || low === undefined || high === undefined) return undefined;
  const size = reading.relative ? 1 : median(scores.map(Math.abs)) || Math.max(...scores.map(Math.abs)) || 1;
  return { evaluations, gain, low, high, relative: reading.relative, share: gain / size };
}

interface Step {
  /** When, as a share of the run so far. */
  readonly at: number;
  /** How far, in the unit of the reading. */
  readonly lead: number;
}

/** How often improvements come at the end of a curve that is known from `from` on, how far they go, and how many say so. */
function endOf(steps: readonly Step[], from: number): { often: number; far: number; seen: number } {
  let [often, seen] = [USUAL, 0];
  for (const power of LOOKS.often) {
    seen = counted(steps, power);
    often = (seen + BEFORE.often * often) / ((1 - from ** power) / power + BEFORE.often);
  }
  let far = steps.reduce((sum, { lead }) => sum + lead, 0) / steps.length;
  let before = far;
  for (const power of LOOKS.far) {
    before = far;
    const gained = steps.reduce((sum, { at, lead }) => sum + lead * at ** power, 0);
    far = (gained + BEFORE.far * far) / (counted(steps, power) + BEFORE.far);
  }
  const shrunk = before > 0 ? Math.min(1, far / before) ** SHRINKING : 1;
  return { often, far: far * shrunk, seen };
}

const counted = (steps: readonly Step[], power: number): number => steps.reduce((sum, { at }) => sum + at ** power, 0);

/** The sum of so many steps as are expected, by its first two moments: nothing at all, or log-logistic. */
function spreadOver(
  expected: number,
  far: number,
  seen: number,
): { readonly mean: number; readonly at: (chance: number) => number } {
  const mean = expected * far;
  if (!(mean > 0)) return { mean: 0, at: () => 0 };
  const sure = seen + SPREAD.rate;
  const none = (1 + expected / sure) ** -sure;
  const relative = SPREAD.sizes / expected + 1 / sure + 1 / (seen + 1) + SPREAD.curve;
  const scatter = Math.log(Math.max(1, (1 + relative) * (1 - none)));
  const middle = Math.log(mean / (1 - none)) - scatter / 2;
  const at = (chance: number): number => {
    if (chance <= none) return 0;
    const odds = (chance - none) / (1 - chance);
    return Math.exp(middle + LOGISTIC * Math.sqrt(scatter) * Math.log(odds));
  };
  return { mean, at };
}

/** With it a logistic and a normal distribution of the same scatter have the same 10 % and 90 %. */
const LOGISTIC = 0.5833;
