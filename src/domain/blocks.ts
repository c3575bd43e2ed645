import type { Direction } from './compare.ts';
import type { Pair } from './evaluation.ts';

/**
 * Four runs in a row, two of each side: what the candidate is ahead by (`gain`, positive is better), and what it would be
 * ahead by if the runs had been labelled in the other two ways. Swapping the sides turns the sign of `gain` only.
 */
export interface Block {
  readonly gain: number;
  readonly relabelled: readonly [number, number];
}

/** Scores on one side of 0 are compared by their ratios, all others by their differences. */
export interface Reading {
  readonly relative: boolean;
  /** Greater is better; the difference of two is a log-ratio or a difference. */
  readonly of: (score: number) => number;
  /** What a lead means as a share of the other's score, or as a plain difference. */
  readonly share: (lead: number) => number;
}

/** Contract: direction max and min of negated scores read alike. */
export function readingOf(scores: readonly number[], direction: Direction): Reading {
  const up = direction === 'max' ? 1 : -1;
  const side = Math.sign(scores[0] ?? 0);
  if (side === 0 || scores.some((score) => Math.sign(score) !== side))
    return { relative: false, of: (score) => up * score, share: (lead) => lead };
  // Where better is nearer to 0, the whole of the score is the most that can be gained.
  const grows = up === side;
  return {
    relative: true,
    of: (score) => up * side * Math.log(Math.abs(score)),
    share: (lead) => (grows ? Math.expm1(lead) : 0 - Math.expm1(0 - lead)),
  };
}

/** A pair without its second half is not a block yet. */
export function blocksOf(pairs: readonly Pair[], reading: Reading): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [a, b] = pairs[at] ?? [0, 0];
    const [c, d] = pairs[at + 1] ?? [0, 0];
    const [one, other, more, rest] = [reading.of(a), reading.of(b), reading.of(c), reading.of(d)];
    const [first, second] = [one - other, more - rest];
    blocks.push({ gain: (first + second) / 2, relabelled: [(first - second) / 2, (one + other - more - rest) / 2] });
  }
  return blocks;
}

/** What a look after a block finds. */
export interface Look {
  /** The sum of the scores of the blocks, in steps of the scatter; swapping the sides turns its sign. */
  readonly sum: number;
  /** A sum from here on is not chance. */
  readonly accept: number;
  /** A sum below is not worth more runs. */
  readonly drop: number;
  /** How far the gain of a block scatters. */
  readonly scale: number;
}

/** Scores are whole numbers, so that their distribution is a short list: so many steps to one scatter. */
const STEPS = 12;
/** A lucky block counts at most so many scatters. */
const CLIP = 2.5;
/** A block whose relabellings differ by more scatters than this has an outlier in it, and weighs less. */
const TAME = 1.5;
/** The learned scatter counts as much as this many values of the comparison, which has three a block. */
const LEARNED = 4;
/** The chance that is left to spend halves in so many blocks. */
const HALVING = 5;
/** Patience before a candidate is dropped: at a gain of one scatter it costs 3 % of the finds and saves three of four runs. */
const PATIENCE = 2.1;

/**
 * An exact test for looking after every block. If both sides are the same, the four runs of a block could as well have been
 * labelled in any of six ways, whatever their distribution; so the chance of every course of the sum is known. From it, each
 * look takes its part of `alpha`, less what was dropped before; all looks together never exceed it.
 *
 * Against a mixture of betting martingales on the sign of each block (power 96 %, 37 runs for a gain of one scatter) this
 * spends all of `alpha` within the limit and needs less: 96 % in 28 runs, and 12 instead of 24 where the gain is large.
 */
export function looks(
  blocks: readonly Block[],
  { alpha, spread, margin, most }: { alpha: number; spread: number; margin: number; most: number },
): readonly Look[] {
  const values: number[] = spread > 0 ? new Array<number>(LEARNED).fill(spread) : [];
  const found: Look[] = [];
  // How likely each sum is that was neither accepted nor dropped: chances[i] belongs to the sum low + i.
  let chances = new Float64Array([1]);
  let low = 0;
  let spent = 0;
  let sum = 0;
  for (let nth = 1; nth <= Math.min(blocks.length, most); nth++) {
    const { gain, relabelled } = blocks[nth - 1] ?? NOTHING;
    const sizes = [Math.abs(gain), Math.abs(relabelled[0]), Math.abs(relabelled[1])] as const;
    for (const size of sizes) insert(values, 1.4826 * size);
    const scale = middle(values) || (values.at(-1) ?? 0);
    const scores = scoresOf(sizes, scale);
    sum += Math.sign(gain) * scores[0];
    const reach = Math.max(scores[0], scores[1], scores[2]);
    chances = relabel(chances, scores, reach);
    low -= reach;
    const room = alpha * (nth === most ? 1 : 1 - 2 ** (-nth / HALVING)) - spent;
    let kept = chances.length;
    let taken = 0;
    while (kept > 0 && taken + (chances[kept - 1] ?? 0) <= room) taken += chances[--kept] ?? 0;
    spent += taken;
    // The gain worth having is one scatter, or the margin where that is more.
    const aim = scale > 0 ? Math.min(2, Math.max(1, margin / scale)) : 1;
    const drop = Math.ceil(STEPS * ((aim * nth) / 2 - PATIENCE / aim));
    found.push({ sum, accept: low + kept, drop, scale });
    const dropped = Math.min(kept, Math.max(0, drop - low));
    chances = chances.subarray(dropped, kept);
    low += dropped;
  }
  return found;
}

type Three = readonly [number, number, number];
const NOTHING: Block = { gain: 0, relabelled: [0, 0] };

function scoresOf([a, b, c]: Three, scale: number): Three {
  if (scale === 0) return [0, 0, 0];
  const second = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  const own = Math.max(1, second / scale / TAME);
  const score = (size: number): number => Math.round(STEPS * Math.min(CLIP, size / scale / own / own));
  return [score(a), score(b), score(c)];
}

/** The distribution of the sum after a block whose score could have been any of these, up or down. */
function relabel(chances: Float64Array, scores: Three, reach: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(chances.length + 2 * reach);
  for (const score of scores)
    for (const step of [reach - score, reach + score])
      for (let at = 0; at < chances.length; at++) next[at + step] = (next[at + step] ?? 0) + (chances[at] ?? 0) / 6;
  return next;
}

function insert(sorted: number[], value: number): void {
  let at = sorted.push(value) - 1;
  for (; at > 0 && (sorted[at - 1] ?? 0) > value; at--) sorted[at] = sorted[at - 1] ?? 0;
  sorted[at] = value;
}

function middle(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
}
