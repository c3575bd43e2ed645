import type { Event } from '../domain/event.ts';
import type { Lanes } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import type { Ask } from '../domain/strategy.ts';
import type { Entry, View } from '../domain/view.ts';
import { answerQuestion } from './answer.ts';
import type { Flight } from './flight.ts';
import type { Driving } from './loop.ts';
import { Machine, MachineFailure } from './machine.ts';
import { drop, GaveWay, needEntry, placeAtOnce, workOn } from './work.ts';

const LEFT = 'left unfinished: the run ended first, or its authors needed the evaluation';

/**
 * Free operators at work in benchmark slots that nobody else needs.
 * Contract: whoever else wants to measure never waits for them: they are ended at once, nothing is recorded of what they were at,
 * and they begin again when a slot is free. They never end a run.
 */
export class Idle {
  /** For everybody else: what measures with these makes idle work give way. */
  readonly lanes: Lanes;
  readonly #driving: Driving;
  readonly #flight: Flight;
  readonly #signal: AbortSignal;
  readonly #open: Set<string>;
  readonly #flying = new Map<string, AbortController>();
  #wanted = 0;
  /** The machine failed for one of them: authors may find out whether it keeps failing. */
  #off = false;

  /** `left` are idle proposals that another driver has left open. */
  constructor(driving: Driving, flight: Flight, signal: AbortSignal, left: readonly string[]) {
    this.#driving = driving;
    this.#flight = flight;
    this.#signal = signal;
    this.#open = new Set(left);
    const { lanes } = driving;
    this.lanes = {
      apply: (job, until) => lanes.apply(job, until),
      evaluate: (job, until) => this.#first(() => lanes.evaluate(job, until)),
      answer: (job, until) =>
        measures(job.question) ? this.#first(() => lanes.answer(job, until)) : lanes.answer(job, until),
    };
  }

  /** Starts what was left or ended, while slots are free. */
  start(view: View): void {
    for (const id of this.#open) {
      if (needEntry(view, id).placement !== undefined) this.#open.delete(id);
      else if (this.#isFree && !this.#flight.has(id)) this.#work(id);
    }
  }

  /** Asks for one more where a slot is free. True when there may be something to start. */
  fill(eventsOf: (ask: Ask, view: View) => readonly Event[]): boolean {
    const { strategy, now } = this.#driving;
    if (!this.#isFree || strategy.idle === undefined) return false;
    let ask: Ask = { kind: 'wait' };
    const machine = this.#machine(this.#signal);
    const recorded = machine.appendNow((view) => {
      ask = strategy.idle?.(view, now()) ?? ask;
      return eventsOf(ask, view);
    });
    return recorded !== undefined && this.#take(ask);
  }

  /** Gives up whatever is open, but for what is charged already: that is soon confirmed. True when that was something. */
  shed(): boolean {
    let some = false;
    for (const id of this.#open) {
      if (!this.#off && isMeasured(needEntry(this.#driving.journal.view(), id))) continue;
      const dropped = this.#machine(this.#signal).appendNow((view) =>
        needEntry(view, id).placement === undefined ? drop(this.#driving, view, id, 'unchanged', LEFT) : [],
      );
      if (dropped === undefined) continue;
      some ||= dropped.length > 0;
      this.#open.delete(id);
      this.#end(id);
    }
    return some;
  }

  #take(ask: Ask): boolean {
    if (ask.kind === 'propose') for (const { id } of ask.proposals) this.#open.add(id);
    if (ask.kind !== 'gather') return ask.kind === 'propose';
    for (const question of ask.questions) if (!this.#flight.has(question.key)) this.#answer(question);
    return false;
  }

  get #isFree(): boolean {
    return !this.#off && this.#wanted + this.#flying.size < this.#driving.slots;
  }

  async #first<T>(measure: () => Promise<T>): Promise<T> {
    this.#wanted += 1;
    const over = this.#wanted + this.#flying.size - this.#driving.slots;
    // Those that were begun last have the least to lose.
    for (const id of [...this.#flying.keys()].reverse().slice(0, Math.max(0, over))) this.#end(id);
    try {
      return await measure();
    } finally {
      this.#wanted -= 1;
    }
  }

  #work(id: string): void {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.#signal, ending.signal]);
    this.#flying.set(id, ending);
    const begin = async (): Promise<void> => {
      const entry = needEntry(this.#driving.journal.view(), id);
      await (isMeasured(entry) ? placeAtOnce : workOn)(id, this.#driving, this.#machine(signal), signal);
    };
    this.#fly(id, signal, () =>
      begin().finally(() => {
        if (this.#flying.get(id) === ending) this.#flying.delete(id);
      }),
    );
  }

  #answer(question: Question): void {
    this.#fly(question.key, this.#signal, () =>
      answerQuestion(question, this.#driving, this.#machine(this.#signal), this.#signal),
    );
  }

  #fly(key: string, signal: AbortSignal, work: () => Promise<void>): void {
    this.#flight.start('beside', key, async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof MachineFailure) this.#off = true;
        else if (!signal.aborted || this.#signal.aborted) throw error;
      }
    });
  }

  #end(id: string): void {
    this.#flying.get(id)?.abort(new GaveWay('a slot was needed, or the run is near its end'));
    this.#flying.delete(id);
  }

  /** One of its own: what free operators come to says nothing about authors. */
  #machine(signal: AbortSignal): Machine {
    return new Machine(this.#driving.journal, this.#driving.backOffMs, signal);
  }
}

const isMeasured = ({ evaluation }: Entry): boolean => evaluation !== undefined && evaluation.outcome !== 'broken';

const measures = ({ of }: Question): boolean => of === 'side-by-side' || of === 'holdout';
