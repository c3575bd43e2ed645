import type { Direction } from './compare.ts';
import type { Pair } from './evaluation.ts';

/**
 * Four runs in a row, two of each side: what the candidate is ahead by (`gain`, positive is better), and what it would be
 * ahead by if the runs had been labelled in the other two ways. Swapping the sides turns signs only.
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

/** So many scatters from the middle of the other three a run begins to look like an accident, so many and it is one. */
const ACCIDENT = { from: 4, to: 6 };

/**
 * The block without its accident: a run far from the other three is taken for one like them.
 * Contract: relabelling the runs before or after comes to the same, so a test over all labellings stays exact.
 */
export function tamed(block: Block, scatter: number): Block {
  const [inner, outer] = block.relabelled;
  const [plus, minus] = [block.gain + inner, block.gain - inner];
  // No two runs differ by more than this.
  if (Math.max(Math.abs(plus), Math.abs(minus)) + Math.abs(outer) <= ACCIDENT.from * scatter) return block;
  // The four runs, twice as far from their mean.
  const runs = [outer + plus, outer - plus, minus - outer, 0 - minus - outer];
  const [a = 0, b = 0, c = 0, d = 0] = [...runs].sort((one, other) => one - other);
  // Far from the middle of the other three, and from each of them: two and two far apart are a large gain.
  const [below, above] = [Math.min(c - a, 2 * (b - a)) / 2, Math.min(d - b, 2 * (d - c)) / 2];
  const far = Math.max(below, above) / scatter;
  // A gap between two and two is a gain, however much each side scatters: it may be more than was learned.
  const isGain = c - b > 2 * Math.max(b - a, d - c);
  if (!(far > ACCIDENT.from) || isGain) return block;
  const trust = Math.max(0, (ACCIDENT.to - far) / (ACCIDENT.to - ACCIDENT.from));
  const kept = 2 * ACCIDENT.from * trust * scatter;
  const high = above >= below;
  runs[runs.indexOf(high ? d : a)] = high ? b + kept : c - kept;
  const [one = 0, other = 0, more = 0, rest = 0] = runs;
  const [first, second] = [one - other, more - rest];
  return { gain: (first + second) / 4, relabelled: [(first - second) / 4, (one + other - more - rest) / 4] };
}
