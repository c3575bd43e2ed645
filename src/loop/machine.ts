import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, Recorded } from '../domain/event.ts';
import { type Journal, OutOfTurn } from '../domain/journal.ts';
import type { View } from '../domain/view.ts';
import { isFull } from '../lib/sqlite.ts';

/** The machine kept failing: no candidate is to blame, and the run can't go on. */
export class MachineFailure extends Error {
  override readonly name = 'MachineFailure';
}

/** Nothing failed: the budget has no room for what must be done next. */
export class Unpaid extends MachineFailure {}

/** So many in a row are more likely an expired login or a wrong command than bad luck. */
const FAILED_IN_A_ROW = 8;

/** What stands between the loop and a failing machine: tries again after a while, then gives up with a reason. */
export class Machine {
  readonly #journal: Journal;
  readonly #backOffMs: readonly number[];
  readonly #signal: AbortSignal;
  #failed = 0;

  constructor(journal: Journal, backOffMs: readonly number[], signal: AbortSignal) {
    this.#journal = journal;
    this.#backOffMs = backOffMs;
    this.#signal = signal;
  }

  /** Told of every proposal that was made (undefined) or failed; gives up when one after the other fails. */
  note(failure: string | undefined): void {
    this.#failed = failure === undefined ? 0 : this.#failed + 1;
    if (failure !== undefined && this.#failed >= FAILED_IN_A_ROW)
      throw new MachineFailure(`${this.#failed} proposals in a row failed, the last one: ${failure}`);
  }

  /** As `journal.append`; a full disk is waited for, and its turn where there are turns. */
  async append(decide: (view: View) => readonly Event[]): Promise<readonly Recorded[]> {
    for (let attempt = 0; ; ) {
      try {
        return this.#journal.append(decide);
      } catch (error) {
        if (error instanceof OutOfTurn) {
          await error.turn;
          continue;
        }
        if (!isFull(error)) throw error;
        await this.#wait(
          attempt++,
          'the disk is full: the journal takes no more. Free some space, then continue with `evolve run --resume`.',
        );
      }
    }
  }

  /** Appends now or not at all: undefined when it is not its turn, or the disk is full. */
  appendNow(decide: (view: View) => readonly Event[]): readonly Recorded[] | undefined {
    try {
      return this.#journal.append(decide);
    } catch (error) {
      if (error instanceof OutOfTurn || isFull(error)) return undefined;
      throw error;
    }
  }

  /** Works until it isn't broken. Each failure is recorded, never charged to a candidate. */
  async persist<T extends { readonly kind: string }>(
    what: string,
    work: (attempt: number) => Promise<T>,
  ): Promise<Exclude<T, { readonly kind: 'broken' }>> {
    for (let attempt = 0; ; attempt++) {
      const result = await work(attempt);
      if (works(result)) return result;
      const reason = `${what}: ${reasonOf(result)}`;
      await this.append(() => [{ type: 'infra', reason }]);
      if ('final' in result && result.final === true) throw new MachineFailure(reason);
      await this.#wait(attempt, reason);
    }
  }

  async #wait(attempt: number, reason: string): Promise<void> {
    const ms = this.#backOffMs[attempt];
    if (ms === undefined) throw new MachineFailure(reason);
    await sleep(ms, undefined, { signal: this.#signal });
  }
}

function works<T extends { readonly kind: string }>(result: T): result is Exclude<T, { readonly kind: 'broken' }> {
  return result.kind !== 'broken';
}

const reasonOf = (result: object): string => ('reason' in result ? String(result.reason) : 'broken');
