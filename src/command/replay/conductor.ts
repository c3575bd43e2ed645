import type { Event, Recorded } from '../../domain/event.ts';
import { type Journal, OutOfTurn } from '../../domain/journal.ts';
import type { View } from '../../domain/view.ts';
import { GaveWay, MachineFailure } from '../../loop/loop.ts';
import { byLikeness } from './likeness.ts';
import { deaf, GIVEN, isFromOutside, isStop } from './outside.ts';
import { isSame } from './same.ts';
import type { Tape } from './tape.ts';

/** Where a replay parts from the recording: what was recorded, and what came instead. */
export interface Difference {
  readonly recorded: Recorded;
  readonly replayed: readonly Event[];
  /** What went wrong, where no event tells. */
  readonly why?: string;
}

/** The loop looks up from its waiting so often; nothing else of a replay waits for the clock. */
export const LOOK_EVERY_MS = 4;
/** Whoever can still move has done so after this many looks in a row. */
const ROUNDS = 4;

interface Offer {
  readonly events: readonly Event[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Holds a driver to the order of a recording. Whatever the driver appends must be what was recorded next; what comes
 * before its turn waits for it. What came from outside, people and agents, is put in where it was recorded.
 */
export class Conductor {
  /** For the driver. What it records is the recording's own event, at the recorded time. */
  readonly journal: Journal;
  readonly #inner: Journal;
  readonly #tape: Tape;
  readonly #offers = new Set<Offer>();
  #cut = new AbortController();
  #landing = false;
  readonly #heeded = new WeakSet<AbortSignal>();
  #busy = 0;
  #moves = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #difference: Difference | undefined;

  constructor(tape: Tape, inner: Journal) {
    this.#tape = tape;
    this.#inner = inner;
    this.journal = { ...inner, view: () => deaf(inner.view()), append: (decide) => this.#append(decide) };
  }

  get difference(): Difference | undefined {
    return this.#difference;
  }

  /** Aborted when the driver was killed here, or has parted from the recording. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** Plays all that was recorded before anybody drove, and what a fork has taken over. */
  begin(): void {
    const first = this.#tape.next?.event;
    const given = first?.type === 'opened' ? (first.forked?.events ?? 0) : 0;
    for (let { next } = this.#tape; next !== undefined; next = this.#tape.next) {
      if (this.#tape.played >= given && this.#tape.isEnd) return;
      this.#play(next);
    }
  }

  /** Lets a driver do all that was recorded of one. */
  async lead(drive: (signal: AbortSignal) => Promise<{ readonly kind: string }>): Promise<void> {
    this.#cut = new AbortController();
    this.#landing = false;
    const stop = this.#watch();
    try {
      this.#rest(`the replay has ${(await drive(this.#cut.signal)).kind}`);
    } catch (error) {
      // A machine that kept failing has been recorded as such.
      if (error instanceof MachineFailure || error instanceof OutOfTurn || this.#cut.signal.aborted)
        this.#rest(messageOf(error));
      else if (this.#tape.next !== undefined) this.#part(this.#tape.next, messageOf(error));
      else throw error;
    } finally {
      stop();
      clearImmediate(this.#scheduled);
      this.#scheduled = undefined;
      this.#refuse(() => true);
    }
  }

  /** Plays what was recorded after a driver had ended and before another took over. */
  #rest(why: string): void {
    for (let { next } = this.#tape; next !== undefined && !this.#tape.isEnd; next = this.#tape.next) {
      if (this.#difference !== undefined) return;
      if (isFromOutside(next.event)) this.#play(next);
      else this.#part(next, why);
    }
  }

  /** Work that goes on by itself: while there is any, nothing is stuck. */
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#moves += 1;
    }
  }

  /** For work that was never done: waits until the driver ends it. Called inside `busy` where that counts. */
  async never(signal: AbortSignal, inside: 'busy' | 'alone' = 'alone'): Promise<never> {
    const counted = inside === 'busy' ? 1 : 0;
    this.#busy -= counted;
    try {
      return await new Promise<never>((_resolve, reject) => {
        const end = () => reject(signal.reason);
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      });
    } finally {
      this.#busy += counted;
    }
  }

  /** Waits until this is what comes next. What the driver decides before it records it, it decides by what is known then. */
  async turn(event: Event | undefined): Promise<void> {
    while (event !== undefined && this.#tape.next?.event !== event) await this.#hold([event]);
  }

  /** Once the driver ends its work, what was never recorded of it is given up. */
  heed(signal: AbortSignal): void {
    if (this.#heeded.has(signal)) return;
    this.#heeded.add(signal);
    const end = () => {
      if (!(signal.reason instanceof GaveWay)) this.#land();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }

  #append(decide: (view: View) => readonly Event[]): readonly Recorded[] {
    let offered: readonly Event[] = [];
    const recorded = this.#inner.append((view) => {
      offered = decide(view);
      return this.#tape.matching(offered) ?? [];
    });
    if (offered.length > recorded.length) {
      // What others did first is put in first: some appends can't wait.
      if (!this.#giveAll()) throw new OutOfTurn(this.#hold(offered));
      this.#goOn();
      return this.#append(decide);
    }
    if (recorded.length > 0) this.#moved(recorded.length);
    return recorded;
  }

  #hold(events: readonly Event[]): Promise<void> {
    const turn = new Promise<void>((resolve, reject) => {
      this.#offers.add({ events, resolve, reject });
    });
    // Some appends can't wait.
    turn.catch(() => {});
    if (this.#cut.signal.aborted) this.#refuse(() => true);
    else if (this.#landing) this.#land();
    return turn;
  }

  #land(): void {
    this.#landing = true;
    this.#refuse(({ events }) => !this.#comes(events));
  }

  /** Whether the driver still gets to record this. */
  #comes([first]: readonly Event[]): boolean {
    return first !== undefined && [...this.#tape.rest()].some(({ event }) => isSame(first, event));
  }

  #refuse(which: (offer: Offer) => boolean): void {
    for (const offer of [...this.#offers].filter(which)) {
      this.#offers.delete(offer);
      offer.reject(new Error('the work has been ended'));
    }
  }

  #play({ event }: Recorded): void {
    this.#inner.append(() => [event]);
    this.#tape.advance(1);
    this.#moves += 1;
  }

  #moved(count: number): void {
    this.#tape.advance(count);
    this.#moves += 1;
    this.#goOn();
  }

  /** After the driver has done all that it can do at once. */
  #goOn(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      this.#giveAll();
      if (this.#tape.isEnd || isStop(this.#tape.next?.event)) {
        this.#cut.abort(new Error('nothing more was recorded of this driver'));
        this.#refuse(() => true);
      }
      const waiting = [...this.#offers];
      this.#offers.clear();
      for (const offer of waiting) offer.resolve();
    });
  }

  /** Puts in what comes from outside next; whether there was any. */
  #giveAll(): boolean {
    const before = this.#tape.played;
    for (let { next } = this.#tape; next !== undefined && this.#isGiven(next.event); next = this.#tape.next)
      this.#play(next);
    return this.#tape.played > before;
  }

  /** What comes from outside while somebody drives. */
  #isGiven(event: Event): boolean {
    if (event.type === 'answered') return event.key === this.#inner.view().checkpoint()?.key;
    return GIVEN.includes(event.type);
  }

  /** Looks whether anything moves. The loop's own timers are shorter, so it has had its turns in between. */
  #watch(): () => void {
    let seen = -1;
    let rounds = 0;
    const timer = setInterval(() => {
      rounds = this.#busy > 0 || seen !== this.#moves ? 0 : rounds + 1;
      seen = this.#moves;
      if (rounds < ROUNDS) return;
      rounds = 0;
      this.#stuck();
    }, 2 * LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }

  #stuck(): void {
    const { next } = this.#tape;
    if (next === undefined || this.#cut.signal.aborted) return;
    // An agent's outage is the machine's doing, too, and nobody's answer.
    if (next.event.type === 'infra') {
      this.#play(next);
      this.#goOn();
    } else this.#part(next);
  }

  #part(recorded: Recorded, why?: string): void {
    const replayed = [...this.#offers].map(({ events }) => events).sort(byLikeness(recorded.event))[0] ?? [];
    this.#difference ??= { recorded, replayed, ...(why === undefined ? {} : { why }) };
    this.#cut.abort(new Error('the replay has parted from the recording'));
    this.#refuse(() => true);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
