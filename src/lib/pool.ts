/** A bounded number of things that are made when first needed, used by one at a time, and handed on in order of asking. */
export class Pool<T> {
  readonly #size: number;
  readonly #make: (index: number) => Promise<T>;
  readonly #idle: T[] = [];
  readonly #made: T[] = [];
  readonly #queue: (() => void)[] = [];
  #taken = 0;
  #count = 0;

  constructor(size: number, make: (index: number) => Promise<T>) {
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
      const thing = this.#idle.pop() ?? (await this.#create());
      try {
        return await work(thing);
      } finally {
        this.#idle.push(thing);
      }
    } finally {
      this.#leave();
    }
  }

  async #create(): Promise<T> {
    const index = this.#count++;
    try {
      const thing = await this.#make(index);
      this.#made.push(thing);
      return thing;
    } catch (error) {
      this.#count--;
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
