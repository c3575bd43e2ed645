import type { Entry, View } from '../domain/view.ts';
import { carryOut, isOwed } from './experiment.ts';
import type { Flight } from './flight.ts';
import { leftOpen } from './left.ts';
import type { Driving } from './loop.ts';
import type { Machine } from './machine.ts';

/** Of those that wait for the strategy, so many are looked past. */
const LOOKED_PAST = 200;

/**
 * The driver's own experiments: starts those that are open while lanes are free.
 * Contract: each is started once at a time, and not again after the budget had no room for it.
 */
export class Trials {
  readonly #driving: Driving;
  readonly #machine: Machine;
  readonly #flight: Flight;
  readonly #signal: AbortSignal;
  /** Measured and not concluded when their driver was killed. */
  readonly #left: Set<string>;
  readonly #unpaid = new Set<string>();

  constructor(driving: Driving, machine: Machine, flight: Flight, signal: AbortSignal) {
    this.#driving = driving;
    this.#machine = machine;
    this.#flight = flight;
    this.#signal = signal;
    this.#left = new Set(leftOpen(driving.journal.view()).unplaced);
  }

  /** Some are left as they are because the budget has no room for them. */
  get isUnpaid(): boolean {
    return this.#unpaid.size > 0;
  }

  start(view: View): void {
    for (const entry of this.#open(view)) {
      const { id } = entry.proposal;
      if (this.#flight.lanes >= this.#driving.width) return;
      if (this.#flight.has(id) || this.#unpaid.has(id) || !isOwed(view, entry)) continue;
      this.#left.delete(id);
      this.#flight.start('lane', id, async () => {
        const end = await carryOut(id, this.#driving, this.#machine, this.#signal);
        if (end === 'unpaid') this.#unpaid.add(id);
      });
    }
  }

  #open(view: View): readonly Entry[] {
    const left = [...this.#left].flatMap((id) => view.entry(id) ?? []);
    const waiting = Math.min(LOOKED_PAST, view.run()?.statuses?.failed ?? 0);
    return [...left, ...view.unfinished(this.#driving.width + this.#unpaid.size + waiting)];
  }
}
