/** Work in flight. Questions and idle work fly beside the lanes: neither keeps the other from starting. */
export class Flight {
  readonly #tasks = new Map<string, Promise<void>>();
  readonly #beside = new Set<string>();
  #wake = (): void => {};
  #failure: { readonly error: unknown } | undefined;

  /** Lanes at work. */
  get lanes(): number {
    return this.#tasks.size - this.#beside.size;
  }

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  has(key: string): boolean {
    return this.#tasks.has(key);
  }

  start(kind: 'lane' | 'beside', key: string, work: () => Promise<void>): void {
    if (kind === 'beside') this.#beside.add(key);
    const fail = (error: unknown) => {
      this.#failure ??= { error };
    };
    const land = () => {
      this.#tasks.delete(key);
      this.#beside.delete(key);
      this.#wake();
    };
    this.#tasks.set(key, work().catch(fail).finally(land));
  }

  /** Throws what the first failed piece of work threw. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Waits until something lands, at most so long. */
  async settle(mostMs: number): Promise<void> {
    if (this.isEmpty) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Waits until all has landed. */
  async empty(): Promise<void> {
    await Promise.all(this.#tasks.values());
  }
}
