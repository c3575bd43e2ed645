/** Waits that end when a test says so. */
export interface Clock {
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long each was to take. */
  readonly waits: readonly number[];
  /** Ends the wait that goes on, and resolves when there is another. */
  tick(): Promise<void>;
  /** Ends the wait that goes on. */
  ring(): void;
}

export function clock(): Clock {
  const waits: number[] = [];
  let ring = () => {};
  let begun = () => {};
  return {
    waits,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push(ms);
        ring = resolve;
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        begun();
      }),
    tick() {
      const next = new Promise<void>((resolve) => {
        begun = resolve;
      });
      ring();
      return next;
    },
    ring: () => ring(),
  };
}
