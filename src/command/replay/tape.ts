import type { Event, Recorded } from '../../domain/event.ts';
import { isSame } from './same.ts';

/** The recorded events of a run, and how far a replay has come in them. */
export class Tape {
  readonly #events: readonly Recorded[];
  #played = 0;

  constructor(events: readonly Recorded[]) {
    this.#events = events;
  }

  get played(): number {
    return this.#played;
  }

  /** What comes next. */
  get next(): Recorded | undefined {
    return this.#events[this.#played];
  }

  get all(): readonly Recorded[] {
    return this.#events;
  }

  /** Whether the driver has done all that was recorded of it. */
  get isEnd(): boolean {
    return this.next === undefined || this.next.event.type === 'driven';
  }

  /** The time of what comes next. */
  now(): number {
    return (this.next ?? this.#events.at(-1))?.at ?? 0;
  }

  /** The events that come next, if they are these. */
  matching(events: readonly Event[]): readonly Event[] | undefined {
    const recorded = this.#events.slice(this.#played, this.#played + events.length).map(({ event }) => event);
    const isDue = recorded.length === events.length && events.every((event, index) => isSame(event, recorded[index]));
    return isDue ? recorded : undefined;
  }

  advance(count: number): void {
    this.#played += count;
  }

  /** What is left until another driver takes over. */
  *rest(from = this.#played): Generator<Recorded> {
    for (let at = from; at < this.#events.length; at++) {
      const recorded = this.#events[at];
      if (recorded === undefined || recorded.event.type === 'driven') return;
      yield recorded;
    }
  }
}
