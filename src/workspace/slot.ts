import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { lock } from '../lib/lock.ts';
import { Pool } from '../lib/pool.ts';

/** Exclusive use of a part of the machine while a benchmark runs. */
export interface Slots {
  use<R>(signal: AbortSignal, work: () => Promise<R>): Promise<R>;
}

/**
 * The machine's benchmark slots, shared by every process of this user.
 * Contract: at most `count` benchmarks of this process run at once, each alone in its slot across processes; whoever
 * waits is served before the one who has just been.
 */
export function benchmarkSlots(count: number, folder: string = machineFolder()): Slots {
  const pool = new Pool(count, async (index) => index);
  return {
    use: (signal, work) =>
      pool.use(signal, async (index) => {
        // Whoever waits for the slot holds the turnstile, so the last holder can't take it again first.
        const turnstile = await lock(join(folder, `turnstile-${index}.lock`), signal);
        const slot = await lock(join(folder, `slot-${index}.lock`), signal).finally(() => turnstile.release());
        try {
          return await work();
        } finally {
          slot.release();
        }
      }),
  };
}

/** Where locks lie that belong to the machine and not to a repository. */
export function machineFolder(): string {
  return join(process.env.XDG_RUNTIME_DIR ?? tmpdir(), `galapagos-${userInfo().uid}`);
}
