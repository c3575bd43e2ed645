import type { Rng } from '../domain/rng.ts';

/**
 * Coordinate search: each number remembers how far to step, which way, and how often a step on it is worth a try.
 * A step that worked is repeated twice as far; one that failed is halved and turned round (Rosenbrock, 1960).
 * Steps are in units of the number's own scale.
 */
export type LocalState = readonly LocalNumber[];

interface LocalNumber {
  readonly step: number;
  /** The way to go next; 0 as long as neither is known to be better. */
  readonly lean: -1 | 0 | 1;
  /** Its share of the draws, relative to the others. */
  readonly weight: number;
}

/** How a result compares with the vector that it was drawn around. */
export type Outcome = 'better' | 'equal' | 'worse' | 'invalid';

export interface Move {
  readonly index: number;
  readonly by: number;
}

// Code's constants are mostly within a factor of two of good ones: 30 %, spread by the draw to about 15 to 60 %.
const firstStep = 0.3;
const spread = 0.5;
// Finer than one part in ten thousand is rarely worth a benchmark: start over with the first step instead, which also
// leaves a local optimum.
const leastStep = 1e-4;
// Bounds what a plateau or a monotone score can grow a step to.
const mostEqualStep = 4;
const mostStep = 1e4;

const fullWeight = 2;
// No number is ever given up: what doesn't matter now may matter later.
const leastWeight = 0.3;

export function startLocal(count: number): LocalState {
  return Array.from({ length: count }, () => ({ step: firstStep, lean: 0, weight: fullWeight }));
}

/** Contract: the state has at least one number. */
export function drawLocal(state: LocalState, random: Rng): Move {
  const total = state.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.next() * total;
  const found = state.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  const index = found === -1 ? state.length - 1 : found;
  const { step, lean } = state[index] ?? { step: firstStep, lean: 0 };
  const side = lean === 0 ? (random.next() < 0.5 ? -1 : 1) : lean;
  return { index, by: side * step * Math.exp(spread * random.normal()) };
}

/** What the outcome of one or two moves made at once says about their numbers: each of two gets half of the change. */
export function learnLocal(state: LocalState, moves: readonly Move[], outcome: Outcome): LocalState {
  const share = 1 / moves.length;
  const learned = [...state];
  for (const { index, by } of moves) {
    const number = state[index];
    if (number === undefined || by === 0) continue;
    const next = learn(number, by > 0 ? 1 : -1, share, outcome);
    learned[index] = next.step < leastStep ? { ...next, step: firstStep } : next;
  }
  return learned;
}

function learn(number: LocalNumber, side: -1 | 1, share: number, outcome: Outcome): LocalNumber {
  const { step, lean, weight } = number;
  const other = side === 1 ? -1 : 1;
  const less = (by: number): number => Math.max(leastWeight, weight * by ** share);
  switch (outcome) {
    case 'better':
      return { step: Math.min(step * 2 ** share, mostStep), lean: side, weight: fullWeight };
    case 'equal':
      // Nothing moved: the step was too short for this score, or the number has no effect.
      return { step: Math.max(step, Math.min(step * 1.5 ** share, mostEqualStep)), lean: other, weight: less(0.36) };
    case 'invalid':
      return { step, lean: other, weight: less(0.6) };
    case 'worse':
      // Of two moved at once it isn't known which was wrong, so the way they lean stays.
      return { step: step * 0.5 ** share, lean: share === 1 ? other : lean, weight: less(0.6) };
  }
}
