import { blocksOf, readingOf } from './blocks.ts';
import { alphaOf, challenges, interval, spreadOf } from './compare.ts';
import { after, begin } from './course.ts';
import type { Pair } from './evaluation.ts';
import type { Rng } from './rng.ts';

/** A benchmark of which less is better, its true cost 1. */
export interface Machine {
  /** How far single runs scatter, as a share. */
  readonly noise: number;
  /** The machine gets slower or faster by a fifth within 80 runs: steadily, or at random. */
  readonly drift: 'none' | 'steady' | 'random';
  /** One run in twenty takes 1.5 to 3 times as long. */
  readonly spikes: boolean;
}

const DRIFT = 0.2;
const RUNS = 80;

/** What a run takes of something that costs `cost`. */
export type Run = (cost: number) => number;

export function machine({ noise, drift, spikes }: Machine, random: Rng): Run {
  const step = (random.int(2) === 0 ? 1 : -1) * (DRIFT / RUNS);
  let level = 0;
  return (cost) => {
    if (drift === 'steady') level += step;
    if (drift === 'random') level += (DRIFT / Math.sqrt(RUNS)) * random.normal();
    const spike = spikes && random.int(20) === 0 ? 1.5 + 1.5 * random.next() : 1;
    return cost * spike * Math.exp(level + noise * random.normal());
  };
}

/** Whether a candidate took the place of the best, and how many runs it took to say so. */
export interface Outcome {
  readonly promoted: boolean;
  readonly runs: number;
}

export type Policy = (run: Run, cost: number, random: Rng) => Outcome;

const several = (count: number, run: Run, cost: number): readonly number[] =>
  Array.from({ length: count }, () => run(cost));

const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length;

/** The best was measured before, the candidate now. */
const plain =
  (count: number, of: (values: readonly number[]) => number): Policy =>
  (run, cost) => {
    const before = of(several(count, run, 1));
    return { promoted: of(several(count, run, cost)) < before, runs: count };
  };

export const oneRunEach = plain(1, (values) => values[0] ?? 0);
export const bestOfThree = plain(3, (values) => Math.min(...values));
export const meanOfFive = plain(5, mean);

export const RULE = { margin: 0.01, limit: 40 };
const LEARNED = 6;
const READING = readingOf([1], 'min');

/** Blocks in turns, by the coin's order, until something is said: step by step what `sequential` says of all pairs. */
export function compare(run: Run, cost: number, other: number, alpha: number, spread: number, random: Rng) {
  const pairs: Pair[] = [];
  let course = begin({ alpha, spread, margin: RULE.margin, most: RULE.limit / 2 });
  while (course.verdict === 'open') {
    const first = random.int(2) === 0;
    const [near, far] = first ? [cost, other] : [other, cost];
    const [a, b, c, d] = [run(near), run(far), run(far), run(near)];
    const block: readonly Pair[] = first
      ? [
          [a, b],
          [d, c],
        ]
      : [
          [b, a],
          [c, d],
        ];
    for (const pair of block) pairs.push(pair);
    for (const one of blocksOf(block, READING)) course = after(course, one);
  }
  return { verdict: course.verdict, pairs };
}

/** As a run does it: one sample, the screen, then blocks in turns. */
export const inTurns =
  (alpha: number): Policy =>
  (run, cost, random) => {
    const best = several(LEARNED, run, 1);
    const spread = spreadOf(best);
    if (!challenges([run(cost)], best, 'min', spread)) return { promoted: false, runs: 1 };
    const { verdict, pairs } = compare(run, cost, 1, alpha, spread, random);
    return { promoted: verdict === 'better', runs: 1 + 2 * pairs.length };
  };

export interface Rate {
  readonly promoted: number;
  readonly runs: number;
}

export function rate(policy: Policy, on: Machine, cost: number, trials: number, random: Rng): Rate {
  let [promoted, runs] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const outcome = policy(machine(on, random), cost, random);
    if (outcome.promoted) promoted++;
    runs += outcome.runs;
  }
  return { promoted: promoted / trials, runs: runs / trials };
}

/** How many samples of the best a run remembers here. */
const REMEMBERED = 12;

/** A run of candidates that all cost what the seed costs. */
export function fruitless(candidates: number, on: Machine, random: Rng) {
  const run = machine(on, random);
  let best = several(LEARNED, run, 1);
  let [comparisons, promoted, runs] = [0, 0, 0];
  for (let nth = 0; nth < candidates; nth++) {
    const samples = [run(1)];
    const spread = spreadOf(best);
    if (!challenges(samples, best, 'min', spread)) continue;
    const { verdict, pairs } = compare(run, 1, 1, alphaOf(++comparisons), spread, random);
    runs += 2 * pairs.length;
    if (verdict === 'better') promoted++;
    const fresh = pairs.map(([one, other]) => (verdict === 'better' ? one : other));
    best = [...(verdict === 'better' ? samples : best), ...fresh].slice(-REMEMBERED);
  }
  return { promoted, runs: candidates + runs, gain: interval(inPairs(10, run, 1, 1), 'min') };
}

/** Pairs in turns, two to a block. */
export function inPairs(blocks: number, run: Run, cost: number, other: number): readonly Pair[] {
  return Array.from({ length: blocks }, (): readonly Pair[] => {
    const [a, b, c, d] = [run(cost), run(other), run(other), run(cost)];
    return [
      [a, b],
      [d, c],
    ];
  }).flat();
}
