import type { ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';

/**
 * What holds a command back until the driver has seen the mark of its start. Before that, processes between the two may
 * not be tied to the driver's life yet; whoever reads the end of this stream instead of a line knows that it is dead.
 * Contract: what was dropped can't be loosed any more; what was loosed and has begun may be dropped.
 */
export interface Leash {
  /** Lets the command begin. */
  loose(): void;
  /** It never begins. */
  drop(): void;
}

/** The descriptor of the waiting process. Not the command's: it is closed before that begins. */
export const LEASH = 3;

export function leashOf({ stdio }: ChildProcess): Leash | undefined {
  const end = stdio[LEASH];
  if (!(end instanceof Writable)) return undefined;
  // Nobody may be left to read it; how the tree ended is told elsewhere.
  end.on('error', () => undefined);
  return {
    loose: () => void end.end('\n', () => end.destroy()),
    drop: () => void end.destroy(),
  };
}
