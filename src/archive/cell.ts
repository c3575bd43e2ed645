import type { Resident } from '../domain/archive.ts';
import type { Axis } from '../domain/config.ts';
import { numberOf } from './value.ts';

/** Of an axis without bounds: a bin is this much wider than the one before. */
const RATIO = Math.SQRT2;
/** The middle bin goes from half a step below the seed's value to half a step above. */
const HALF = 1.189207115002721;

/** Axes unless told otherwise: how long the code is and how intricate. */
export const AXES: readonly Axis[] = [
  { metric: 'size', bins: 9 },
  { metric: 'complexity', bins: 9 },
];

/** Placing looks at every elite. */
export const MOST_CELLS = 1024;

export const cellsOf = (axes: readonly Axis[]): number => axes.reduce((cells, { bins }) => cells * bins, 1);

export type Cell =
  | { readonly kind: 'cell'; readonly bins: readonly number[] }
  | { readonly kind: 'none'; readonly missing: string };

/** Where on the grid a member belongs. Contract: each bin is from 0 to less than the axis has. */
export function cellOf(axes: readonly Axis[], member: Omit<Resident, 'id'>): Cell {
  const bins: number[] = [];
  for (const axis of axes) {
    const value = numberOf(member, axis.metric);
    if (value === undefined) return { kind: 'none', missing: axis.metric };
    bins.push(binOf(axis, value));
  }
  return { kind: 'cell', bins };
}

/** The bin of a value; what is beyond the ends goes into the last. */
export function binOf({ bins, least, most, origin = 1 }: Axis, value: number): number {
  const clamped = (bin: number) => Math.max(0, Math.min(bins - 1, bin));
  if (least !== undefined && most !== undefined) return clamped(Math.floor(((value - least) / (most - least)) * bins));
  // Multiplied step by step: a logarithm may differ in its last bit from machine to machine.
  let bin = Math.floor((bins - 1) / 2);
  for (let edge = origin * HALF; value >= edge && bin < bins - 1; edge *= RATIO) bin++;
  for (let edge = origin / HALF; value < edge && bin > 0; edge /= RATIO) bin--;
  return clamped(bin);
}
