import type { Event, Recorded } from './event.ts';
import type { View } from './view.ts';

/**
 * Where the events of one run are kept.
 * Contract: `append` looks at the view inside one immediate transaction; what `decide` returns is recorded whole or
 * not at all; returning nothing is the failed guard. Time is stamped here and nowhere else. Where the order is given by
 * somebody else it throws `OutOfTurn`.
 */
export interface Journal {
  readonly run: string;
  append(decide: (view: View) => readonly Event[]): readonly Recorded[];
  /** At most `limit` events after `seq`, in order. */
  read(after: number, limit: number): readonly Recorded[];
  /** The newest `limit` events, in order. */
  tail(limit: number): readonly Recorded[];
  view(): View;
}

/** Thrown by an `append` whose turn has not come: nothing was recorded, and it may be tried again once `turn` resolves. */
export class OutOfTurn extends Error {
  override readonly name = 'OutOfTurn';
  readonly turn: Promise<void>;

  constructor(turn: Promise<void>) {
    super('it is not the turn of these events');
    this.turn = turn;
  }
}
