import { blocksOf, readingOf } from './blocks.ts';
import { after, begin } from './course.ts';
import type { Evaluation, Pair, Verdict } from './evaluation.ts';
import { rng } from './rng.ts';

/** The only file that compares scores: direction and noise live here. */
export type Direction = 'max' | 'min';

/** Contract: `samples` is not empty and holds finite numbers only. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return lower === upper ? upper : (lower + upper) / 2;
}

export function scoreOf(evaluation: Evaluation): number | null {
  return evaluation.outcome === 'scored' ? median(evaluation.samples) : null;
}

/** What tables order by: higher is better whatever the direction; null may not rank. */
export function rankKey(evaluation: Evaluation, direction: Direction): number | null {
  const score = scoreOf(evaluation);
  if (score === null) return null;
  return direction === 'max' ? score : 0 - score;
}

/** The score that a rank key stands for. */
export const scoreOfKey = (key: number, direction: Direction): number => (direction === 'max' ? key : 0 - key);

/** Whether `a` is confirmed better than `b`: a strictly better median. */
export function better(a: Evaluation, b: Evaluation, direction: Direction): boolean {
  return byRankKey(rankKey(a, direction), rankKey(b, direction)) < 0;
}

/** A number other than the score, as `rankKey` has it; null where it is missing. */
export function valueKey(value: number | undefined, direction: Direction): number | null {
  if (value === undefined || !Number.isFinite(value)) return null;
  return direction === 'max' ? value : 0 - value;
}

/** Whether the best at a task is worth anything: of tasks where more is better it must be above the floor. */
export const aboveFloor = (key: number, direction: Direction, floor: number): boolean =>
  direction === 'min' || key > floor;

type Keys = readonly (number | null)[];

/** Whether one is nowhere worse and somewhere better. Contract: both have as many keys, in the same order. */
export function dominates(one: Keys, other: Keys): boolean {
  const orders = one.map((key, index) => byRankKey(key, other[index] ?? null));
  return orders.every((order) => order <= 0) && orders.some((order) => order < 0);
}

/** Orders rank keys best first; what may not rank comes last. */
export function byRankKey(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}

/** Whether a score has reached a target in the direction of the run. */
export function reaches(score: number, target: number, direction: Direction): boolean {
  return direction === 'max' ? score >= target : score <= target;
}

export interface Gain {
  /** Plain difference of the medians, winner minus baseline. */
  readonly delta: number;
  /** Difference relative to the baseline's magnitude, positive when better; null at a baseline of 0. */
  readonly percent: number | null;
  readonly better: boolean;
}

export function gain(samples: readonly number[], baseline: readonly number[], direction: Direction): Gain {
  const [after, before] = [median(samples), median(baseline)];
  const delta = after - before;
  const improvement = direction === 'max' ? delta : 0 - delta;
  return { delta, percent: before === 0 ? null : (100 * improvement) / Math.abs(before), better: improvement > 0 };
}

/**
 * How a score stands to what the unchanged code scored: `same` up to its range beyond its best and its worst, as a ratio
 * where all are positive. Any difference counts where it always scores the same.
 * Contract: neither is empty.
 */
export function beside(
  samples: readonly number[],
  unchanged: readonly number[],
  direction: Direction,
): 'better' | 'same' | 'worse' {
  const [score, least, most] = [median(samples), Math.min(...unchanged), Math.max(...unchanged)];
  const ratio = least > 0 && score > 0;
  const low = ratio ? least * (least / most) : least - (most - least);
  const high = ratio ? most * (most / least) : most + (most - least);
  if (score >= low && score <= high) return 'same';
  return gain(samples, unchanged, direction).better ? 'better' : 'worse';
}

/** What samples taken in turns say of two candidates. */
export interface Paired extends Gain {
  /** How often chance alone would give a difference as large, if there were none: sign flips of the pairs. */
  readonly p: number;
  readonly verdict: 'better' | 'worse' | 'equal' | 'undecided';
}

const SIGNIFICANT = 0.05;
/** Up to so many pairs every flip is tried; beyond that so many are drawn. */
const EXACT_PAIRS = 14;
const DRAWN_FLIPS = 10_000;

/** Contract: as many samples of one as of the other, at least one each, those of one round at the same index. */
export function paired(samples: readonly number[], others: readonly number[], direction: Direction): Paired {
  const differences = samples.map((sample, index) => sample - (others[index] ?? Number.NaN));
  const found = gain(samples, others, direction);
  if (differences.every((one) => one === 0)) return { ...found, p: 1, verdict: 'equal' };
  const p = flipped(differences);
  if (p > SIGNIFICANT) return { ...found, p, verdict: 'undecided' };
  const up = sum(differences) > 0;
  return { ...found, p, verdict: up === (direction === 'max') ? 'better' : 'worse' };
}

/** The share of sign flips whose sum is as far from zero as that of the differences. */
function flipped(differences: readonly number[]): number {
  const reached = Math.abs(sum(differences)) * (1 - 1e-12);
  const exact = differences.length <= EXACT_PAIRS;
  const total = exact ? 2 ** differences.length : DRAWN_FLIPS;
  const random = rng(differences.length, 'flips');
  const values = Float64Array.from(differences);
  let extreme = 0;
  for (let nth = 0; nth < total; nth++) {
    let reach = 0;
    for (let bit = 0; bit < values.length; bit++) {
      const one = values[bit] ?? 0;
      reach += (exact ? (nth >> bit) & 1 : random.int(2)) === 1 ? -one : one;
    }
    if (Math.abs(reach) >= reached) extreme++;
  }
  return exact ? extreme / total : (extreme + 1) / (total + 1);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** How two candidates are told apart on a noisy benchmark. */
export interface NoiseRule {
  /** The chance of a wrong `better` that is allowed, whenever the looking ends. */
  readonly alpha: number;
  /** A share of the score: smaller differences are not worth having. */
  readonly margin: number;
  /** Runs of each side at most. */
  readonly limit: number;
  /** How far single runs of one candidate scatter, by `spreadOf`; a wrong one costs runs or finds, not certainty. */
  readonly spread: number;
}

/** The scatter of the single runs of one candidate: a share of the score where none is at or across 0, else as they are. */
export function spreadOf(samples: readonly number[]): number {
  const reading = readingOf(samples, 'max');
  return scatter(samples.map(reading.of));
}

/** A standard deviation that one outlier in four does not move: by the middle distance of two values. */
function scatter(values: readonly number[]): number {
  const distances = new Float64Array((values.length * (values.length - 1)) / 2);
  let count = 0;
  for (const [index, one] of values.entries())
    for (let next = index + 1; next < values.length; next++)
      distances[count++] = Math.abs(one - (values[next] ?? Number.NaN));
  if (count === 0) return 0;
  distances.sort();
  const middle = ((distances[count >> 1] ?? 0) + (distances[(count - 1) >> 1] ?? 0)) / 2;
  return 1.0484 * middle || (0.8862 * distances.reduce((total, value) => total + value, 0)) / count;
}

/** So lenient that a candidate which is better by one scatter passes in 98 of 100 cases, one that is no better in 89. */
const LENIENCE = 1.25;

/** Whether a candidate may be better than the best: bad luck in its first runs must not hide it, so this is lenient. */
export function challenges(
  samples: readonly number[],
  best: readonly number[],
  direction: Direction,
  spread: number,
): boolean {
  const reading = readingOf([...samples, ...best], direction);
  const lead = reading.of(median(samples)) - reading.of(median(best));
  // What was learned elsewhere may be in the other unit.
  const far = Math.max(spread, scatter(best.map(reading.of)));
  return lead >= -LENIENCE * far * Math.sqrt(1 / samples.length + 1 / best.length);
}

/** Whether the runs of two candidates tell no difference: it is within their scatter, or smaller than is worth having. */
export function indistinct(samples: readonly number[], others: readonly number[], margin: number): boolean {
  const all = [...samples, ...others];
  const { of, relative } = readingOf(all, 'max');
  const far = Math.max(...[samples, others].map((runs) => scatter(runs.map(of))));
  const least = margin * (relative ? 1 : median(all.map(Math.abs)));
  const noise = LENIENCE * far * Math.sqrt(1 / samples.length + 1 / others.length);
  return Math.abs(of(median(samples)) - of(median(others))) <= Math.max(noise, least);
}

/**
 * What pairs measured in turns say so far; looking after every block costs no certainty.
 * Contract: pairs come in blocks of two, one in the order candidate, other, the next in the order other, candidate, or the
 * other way round. `better` and `worse` stay whatever is added, and swap with the sides. What was given up as `undecided`
 * never becomes better.
 */
export function sequential(pairs: readonly Pair[], direction: Direction, rule: NoiseRule): Verdict {
  const scores = scoresIn(pairs);
  const reading = readingOf(scores, direction);
  const margin = rule.margin * (reading.relative ? 1 : median(scores.map(Math.abs)));
  const { alpha, spread, limit } = rule;
  return blocksOf(pairs, reading).reduce(after, begin({ alpha, spread, margin, most: Math.floor(limit / 2) })).verdict;
}

function scoresIn(pairs: readonly Pair[]): readonly number[] {
  const scores: number[] = [];
  for (const [one, other] of pairs) scores.push(one, other);
  return scores;
}

/** The error that the nth comparison of a run may spend: all of them together expect less than one wrong best. */
export function alphaOf(nth: number): number {
  return nth < 2 ? SIGNIFICANT : Math.min(SIGNIFICANT, 1.2 / (nth * Math.log(nth) ** 2));
}

/** The gain that fresh pairs show, with limits between which it lies. */
export interface Interval {
  /** null where the pairs set no limit. */
  readonly low: number | null;
  readonly high: number | null;
  /** A share of the other's score, where none is at or across 0; else a difference. */
  readonly relative: boolean;
}

/**
 * The gains that a signed-rank test of the pairs does not rule out, so outliers move it little.
 * Contract: holds the true gain with the given confidence; equal pairs give an interval of no width.
 */
export function interval(pairs: readonly Pair[], direction: Direction, confidence = 0.95): Interval {
  const { relative, of, share } = readingOf(scoresIn(pairs), direction);
  const leads = pairs.map(([one, other]) => of(one) - of(other));
  const [first] = leads;
  if (first !== undefined && !differ(leads)) return { low: share(first), high: share(first), relative };
  const averages = leads.flatMap((one, index) => leads.slice(index).map((other) => (one + other) / 2));
  averages.sort((a, b) => a - b);
  const outside = rankedOut(pairs.length, (1 - confidence) / 2);
  const [low, high] = outside === 0 ? [] : [averages.at(outside - 1), averages.at(-outside)];
  return { low: low === undefined ? null : share(low), high: high === undefined ? null : share(high), relative };
}

/** How many averages of two pairs may lie beyond a limit, so that the chance of a gain beyond it is `tail` at most. */
function rankedOut(pairs: number, tail: number): number {
  let chances = [1];
  for (let rank = 1; rank <= pairs; rank++) {
    const next = new Array<number>(chances.length + rank).fill(0);
    for (const [at, chance] of chances.entries())
      for (const to of [at, at + rank]) next[to] = (next[to] ?? 0) + chance / 2;
    chances = next;
  }
  let [taken, count] = [0, 0];
  while (count < chances.length && taken + (chances[count] ?? 0) <= tail) taken += chances[count++] ?? 0;
  return count;
}

export interface Contender {
  readonly id: string;
  readonly evaluation: Evaluation;
}

/** Whether a candidate takes the place of the best: confirmed on fresh runs where there is noise, and held-out, too. */
export function promotes(
  { evaluation }: Contender,
  best: Contender | undefined,
  { direction, noisy, holdout }: { readonly direction: Direction; readonly noisy: boolean; readonly holdout: boolean },
): boolean {
  if (evaluation.outcome !== 'scored') return false;
  if (best === undefined || best.evaluation.outcome !== 'scored') return true;
  if (holdout && evaluation.heldOut === undefined) return false;
  const ahead = noisy ? comparedWith(evaluation, best.id) === 'better' : better(evaluation, best.evaluation, direction);
  return ahead && !parted(evaluation, best.evaluation, direction);
}

/** What the comparison with another said, if there was one. */
export function comparedWith(evaluation: Evaluation, other: string): Verdict | undefined {
  if (evaluation.outcome !== 'scored') return undefined;
  return evaluation.comparisons.find(({ against }) => against === other)?.verdict;
}

/** Whether a better score goes with a held-out score that is not better. */
export function parted(evaluation: Evaluation, best: Evaluation, direction: Direction): boolean {
  if (evaluation.outcome !== 'scored' || best.outcome !== 'scored') return false;
  if (evaluation.heldOut === undefined || best.heldOut === undefined) return false;
  return !gain(evaluation.heldOut, best.heldOut, direction).better;
}

/** Whether samples of one candidate differ: then the benchmark is noisy. */
export const differ = (samples: readonly number[]): boolean => samples.some((sample) => sample !== samples[0]);
