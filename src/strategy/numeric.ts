import type { Rng } from '../domain/rng.ts';
import { type CmaState, drawCma, startCma, tellCma } from './cma.ts';
import { type Dimension, nudged, scaleOf, settled } from './dimension.ts';
import { drawLocal, type LocalState, learnLocal, type Move, type Outcome, startLocal } from './local-search.ts';

/** Plain JSON; a function of the state before and the results since. */
export interface NumericState {
  readonly dimensions: readonly Dimension[];
  readonly told: number;
  readonly local: LocalState;
  /** Null until there are enough results for a covariance, and with too few or too many numbers for one. */
  readonly cma: CmaState | null;
}

export interface Told {
  readonly operator: 'mutate' | 'cross' | 'fresh';
  /** The vector that was evaluated. */
  readonly x: readonly number[];
  /** The vector that it is compared with: mutate's parent, the first parent of cross. */
  readonly from: readonly number[];
  /** x compared with from; `equal` also when nothing could be decided. */
  readonly outcome: Outcome;
}

// Measured in the generations loop: with fewer than 20 comparisons per number, draws from a covariance only cost; with
// more, they are what gets along a narrow valley. Above 20 numbers no run gets that far.
const comparisonsPerNumber = 20;
const mostForCma = 20;
const cmaShare = 0.5;
const pairShare = 0.25;
// Small spaces have few neighbours; a handful of tries finds one or there is none.
const tries = 50;

export function startNumeric(dimensions: readonly Dimension[]): NumericState {
  return { dimensions, told: 0, local: startLocal(dimensions.length), cma: null };
}

/** A left fold: telling results one by one is the same as telling them together. */
export function tellNumeric(state: NumericState, results: readonly Told[]): NumericState {
  return results.reduce(tellOne, state);
}

/** A step from the parent. Contract: differs from the parent in at least one number. */
export function mutateNumeric(state: NumericState, parent: readonly number[], random: Rng): readonly number[] {
  return unlike([parent], state, () => step(state, parent, random));
}

/**
 * Three-way merge with the seed as base: a number that only one parent has changed is taken from that one, the others
 * from either. Parents with nothing to mix give a step from the first.
 * Contract: differs from both parents.
 */
export function crossNumeric(
  state: NumericState,
  a: readonly number[],
  b: readonly number[],
  random: Rng,
): readonly number[] {
  const mixed = state.dimensions.map(({ value }, i) => {
    const [ours, theirs] = [a[i] ?? value, b[i] ?? value];
    if (ours === value) return theirs;
    if (theirs === value) return ours;
    return random.next() < 0.5 ? ours : theirs;
  });
  if (!same(mixed, a) && !same(mixed, b)) return mixed;
  return unlike([a, b], state, () => step(state, a, random));
}

/**
 * A far draw: one number of `from` goes back to the seed and is drawn anew far from it, the others stay. From the seed
 * itself this is a restart.
 * Contract: differs from `from` and from the seed.
 */
export function freshNumeric(state: NumericState, from: readonly number[], random: Rng): readonly number[] {
  const seed = state.dimensions.map(({ value }) => value);
  return unlike([from, seed], state, () => {
    const index = random.int(seed.length);
    const by = (random.next() < 0.5 ? -1 : 1) * Math.exp(0.3 + random.normal());
    return moved(state, from, [{ index, by }], seed);
  });
}

function tellOne(state: NumericState, { operator, x, from, outcome }: Told): NumericState {
  const displacement = state.dimensions.map((dimension, i) => ((x[i] ?? 0) - (from[i] ?? 0)) / scaleOf(dimension));
  const moves = displacement.flatMap((by, index) => (by === 0 ? [] : [{ index, by }]));
  // A far draw says nothing about the size of near ones.
  if (operator === 'fresh' || moves.length === 0) return state;
  const told = state.told + 1;
  const count = state.dimensions.length;
  const enough = count > 1 && count <= mostForCma && told >= comparisonsPerNumber * count;
  const cma = state.cma ?? (enough ? startCma(count) : null);
  if (moves.length === 1 || (moves.length === 2 && count > 2)) {
    return { ...state, told, cma, local: learnLocal(state.local, moves, outcome) };
  }
  return { ...state, told, cma: cma === null || outcome === 'invalid' ? cma : tellCma(cma, displacement, outcome) };
}

function step(state: NumericState, parent: readonly number[], random: Rng): readonly number[] {
  if (state.cma !== null && random.next() < cmaShare) {
    const displacement = drawCma(state.cma, random);
    const x = state.dimensions.map((dimension, i) =>
      settled(dimension, parent[i] ?? 0, (displacement[i] ?? 0) * scaleOf(dimension)),
    );
    if (!same(x, parent)) return x;
  }
  const first = drawLocal(state.local, random);
  const pair = state.dimensions.length > 2 && random.next() < pairShare;
  const moves = pair ? [first, drawLocal(state.local, random)] : [first];
  return moved(state, parent, moves, parent);
}

/** `x` with each moved number put at its own scale's distance from where it is in `origin`; a whole one moves by one at least. */
function moved(
  { dimensions }: NumericState,
  x: readonly number[],
  moves: readonly Move[],
  origin: readonly number[],
): readonly number[] {
  const result = [...x];
  for (const { index, by } of moves) {
    const dimension = dimensions[index];
    if (dimension === undefined) continue;
    const amount = by * scaleOf(dimension);
    const enough = dimension.integer && Math.abs(amount) < 1 ? Math.sign(amount) : amount;
    result[index] = settled(dimension, origin[index] ?? 0, enough);
  }
  return result;
}

function unlike(
  others: readonly [readonly number[], ...(readonly number[])[]],
  { dimensions }: NumericState,
  draw: () => readonly number[],
): readonly number[] {
  const differs = (x: readonly number[]): boolean => others.every((other) => !same(x, other));
  for (let i = 0; i < tries; i++) {
    const x = draw();
    if (differs(x)) return x;
  }
  const [dimension] = dimensions;
  if (dimension === undefined) throw new Error('there are no numbers to change');
  const [[first = dimension.value, ...rest]] = others;
  for (let nth = 1; ; nth++) {
    const x = [nudged(dimension, first, nth), ...rest];
    if (differs(x)) return x;
  }
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => value === b[i]);
}
