import type { Journal } from '../domain/journal.ts';
import type { View } from '../domain/view.ts';

/** Who watches a run: looks at it after something has happened. The loop doesn't know. */
export interface Observer {
  look(view: View): Promise<void> | void;
}

const EVERY_MS = 100;

/**
 * Lets observers look whenever the journal has grown, one look at a time.
 * Contract: what an observer throws is told and ends nothing; `end` lets all of them look once more and waits for them.
 */
export function watch(
  journal: Journal,
  observers: readonly Observer[],
  tell: (line: string) => void,
): { end(): Promise<void> } {
  let seen = -1;
  let looking = Promise.resolve();
  let idle = true;
  const look = async () => {
    for (const observer of observers) {
      try {
        await observer.look(journal.view());
      } catch (error) {
        tell(`warning: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    idle = true;
  };
  const tick = () => {
    const newest = journal.tail(1)[0]?.seq ?? 0;
    if (newest === seen || !idle) return;
    seen = newest;
    idle = false;
    looking = look();
  };
  tick();
  const timer = setInterval(tick, EVERY_MS);
  return {
    async end() {
      clearInterval(timer);
      await looking;
      await look();
    },
  };
}
