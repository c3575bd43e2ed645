/** The person at the keyboard, or the system, asked us to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that a first signal ends cleanly and a second one at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Interrupted());
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    // Whatever a half-ended piece of work says, the interruption is the reason.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
