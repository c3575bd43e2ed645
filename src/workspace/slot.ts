import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock } from '../lib/lock.ts';
import { Pool } from '../lib/pool.ts';
import { UserError } from '../lib/user-error.ts';

/** A part of the machine. */
export interface Slot {
  readonly index: number;
  /** The cores that it has to itself; none when it shares them. */
  readonly cores: readonly number[];
}

/** Exclusive use of a part of the machine while a benchmark runs. */
export interface Slots {
  use<R>(signal: AbortSignal, work: (slot: Slot) => Promise<R>): Promise<R>;
}

/**
 * The machine's benchmark slots, shared by every process of this user.
 * Contract: at most `count` benchmarks of this process run at once, each alone in its slot across processes; whoever
 * waits is served before the one who has just been. `cores` are those of each slot.
 */
export function benchmarkSlots(
  count: number,
  cores: readonly (readonly number[])[] = [],
  folder: string = machineFolder(),
): Slots {
  const pool = new Pool(count, async (index) => index);
  return {
    use: (signal, work) =>
      pool.use(signal, async (index) => {
        // Whoever waits for the slot holds the turnstile, so the last holder can't take it again first.
        const turnstile = await lock(join(folder, `turnstile-${index}.lock`), signal);
        const slot = await lock(join(folder, `slot-${index}.lock`), signal).finally(() => turnstile.release());
        try {
          return await work({ index, cores: cores[index] ?? [] });
        } finally {
          slot.release();
        }
      }),
  };
}

/**
 * Where locks lie that belong to the machine and not to a repository: GALAPAGOS_LOCKS, else one folder for all sessions
 * of a user. XDG_RUNTIME_DIR and TMPDIR differ between a login, cron and su, so they would not see each other.
 */
export function machineFolder(): string {
  const chosen = process.env.GALAPAGOS_LOCKS;
  if (chosen) return chosenFolder(chosen);
  // Not userInfo(), which throws for a user without an entry in passwd.
  const uid = process.getuid?.() ?? 0;
  const shared = statSync('/tmp', { throwIfNoEntry: false })?.isDirectory() ? '/tmp' : tmpdir();
  return ownFolder(join(shared, `galapagos-${uid}`), uid);
}

/** Makes a folder that is ours alone; where everybody may write, another may have made something of that name first. */
export function ownFolder(path: string, uid: number): string {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    // What is there instead is looked at.
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() && found.uid === uid) return path;
  const fault = found === undefined ? "can't be made" : 'is not a folder of yours';
  throw new UserError(`${path}, where locks lie, ${fault}. Remove it, or set GALAPAGOS_LOCKS to another folder.`);
}

/** Its owner is the user's choice: users who share a machine may share its slots. */
function chosenFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`GALAPAGOS_LOCKS must name a folder where locks can lie (${reason}).`);
  }
}
