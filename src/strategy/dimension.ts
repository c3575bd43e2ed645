/** One number of the seed. */
export interface Dimension {
  readonly value: number;
  /** Whole numbers stay whole; those that aren't negative in the seed never become so. */
  readonly integer: boolean;
  /** What its type can hold, where that is known. */
  readonly least?: number;
  readonly most?: number;
}

/** The length of 1 for steps of this number, so that 0.001 and 5000 in one program both move by useful amounts. */
export function scaleOf({ value, integer }: Dimension): number {
  // A small whole number needs room for steps of one and two; zero has no magnitude to go by.
  if (integer) return Math.max(Math.abs(value), 3);
  return value === 0 ? 1 : Math.max(Math.abs(value), 1e-300);
}

/**
 * `from + by`, as it may stand in the code: whole where it must be, and otherwise with no more digits than the step is
 * worth (three of its own), so that diffs read well.
 */
export function settled(dimension: Dimension, from: number, by: number): number {
  if (by === 0) return from;
  const { least = -Number.MAX_VALUE, most = Number.MAX_VALUE } = dimension;
  return Math.max(least, Math.min(rounded(dimension, from, by), most));
}

function rounded({ value, integer }: Dimension, from: number, by: number): number {
  // Beyond the safe integers not every whole number exists. Adding zero turns -0 into 0.
  if (integer) {
    const least = value >= 0 ? 0 : Number.MIN_SAFE_INTEGER;
    return Math.max(least, Math.min(Math.round(from + by), Number.MAX_SAFE_INTEGER)) + 0;
  }
  const raw = Math.max(-Number.MAX_VALUE, Math.min(from + by, Number.MAX_VALUE));
  const places = 2 - Math.floor(Math.log10(Math.abs(by)));
  if (places > 100 || places < -300) return raw;
  if (places > 0) return Number(raw.toFixed(places)) + 0;
  const quantum = 10 ** -places;
  const near = Math.round(raw / quantum) * quantum + 0;
  return Number.isFinite(near) ? near : raw;
}

/** The `nth` of endlessly many other values near `from`: the last resort when no draw changes anything. */
export function nudged(dimension: Dimension, from: number, nth: number): number {
  const unit = Math.max(scaleOf(dimension), Math.abs(from)) / 16;
  // Up and down in turns: there may be no room above, or none below.
  const side = nth % 2 === 1 ? 1 : -1;
  return settled(dimension, from, side * Math.ceil(nth / 2) * (dimension.integer ? Math.max(1, unit) : unit));
}
