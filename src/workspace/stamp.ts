import { type BigIntStats, closeSync, lstatSync, openSync, utimesSync } from 'node:fs';

/** What the file system says about a file. */
export interface Stamp {
  readonly mode: bigint;
  readonly size: bigint;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** The file was changed in the clock tick in which it was looked at: a later change may look the same. */
  readonly racy: boolean;
}

/** `clock` is a `tick` taken before the file was looked at. */
export function stampOf({ mode, size, ino, mtimeNs, ctimeNs }: BigIntStats, clock: bigint): Stamp {
  return { mode, size, ino, mtimeNs, ctimeNs, racy: ctimeNs >= clock };
}

/** Whether a file can't have been changed since. The time of change is set by the kernel alone, also on `utimes`. */
export function isUntouched(stamp: Stamp | undefined, now: BigIntStats): boolean {
  return (
    stamp !== undefined &&
    !stamp.racy &&
    stamp.ctimeNs === now.ctimeNs &&
    stamp.mtimeNs === now.mtimeNs &&
    stamp.size === now.size &&
    stamp.ino === now.ino &&
    stamp.mode === now.mode
  );
}

/**
 * The file system's own time, read off a file that is touched for it.
 * A file with an earlier time of change can't be changed from now on and keep that time, however coarse the clock is.
 */
export function tick(probe: string): bigint {
  closeSync(openSync(probe, 'a'));
  const now = new Date();
  utimesSync(probe, now, now);
  return lstatSync(probe, { bigint: true }).ctimeNs;
}
