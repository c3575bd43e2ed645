/**
 * A bounded number of things that are made when first needed, used by one at a time, and handed on in order of asking.
 * Contract: `make` gets an index below the size that no other thing has, and the signal of the use that needs it.
 */
export class Pool<T> {
  readonly #size: number;
  readonly #make: (index: number, signal: AbortSignal) => Promise<T>;
  readonly #idle: T[] = [];
  readonly #made: T[] = [];
  readonly #queue: (() => void)[] = [];
  readonly #free: number[] = [];
  #taken = 0;
  #next = 0;

  constructor(size: number, make: (index: number, signal: AbortSignal) => Promise<T>) {
    this.#size = size;
    this.#make = make;
  }

  /** Everything made so far, for whoever ends it. */
  get made(): readonly T[] {
    return this.#made;
  }

  async use<R>(signal: AbortSignal, work: (thing: T) => Promise<R>): Promise<R> {
    await this.#enter(signal);
    try {
      const thing = this.#idle.pop() ?? (await this.#create(signal));
      try {
        return await work(thing);
      } finally {
        this.#idle.push(thing);
      }
    } finally {
      this.#leave();
    }
  }

  async #create(signal: AbortSignal): Promise<T> {
    const index = this.#free.pop() ?? this.#next++;
    try {
      const thing = await this.#make(index, signal);
      this.#made.push(thing);
      return thing;
    } catch (error) {
      this.#free.push(index);
      throw error;
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#size) {
      this.#taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', quit);
        resolve();
      };
      const quit = () => {
        this.#queue.splice(this.#queue.indexOf(admit), 1);
        reject(signal.reason);
      };
      this.#queue.push(admit);
      signal.addEventListener('abort', quit, { once: true });
    });
  }

  /** The place goes straight to whoever waits longest. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#taken--;
    else next();
  }
}
