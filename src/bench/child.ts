import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, writeSync } from 'node:fs';

/** What belongs to the harness alone: where results go, and who is measured. */
const OWN = /^EVO(LVE)?_/;

/** The environment for a target. */
export function outerEnvironment(given: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.test(name)));
}

/**
 * Ends a child and everything below it. It is in the process group of the harness, so that whoever ends the harness ends
 * it as well; what has left its parent is for the sandbox to end.
 */
export function endTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const all = [pid];
  for (const one of all) all.push(...childrenOf(one));
  for (const one of all) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

/** None where there is no /proc, or the kernel does not list them. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** Linux counts in ticks of 10 ms. */
const TICK_MS = 10;

/** Processor time of a living child, of all its threads; undefined where it can't be read. */
export function cpuMsOf({ pid }: ChildProcess): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** The lines of a stream of text, as they become whole. */
export function lines(take: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) take(part);
  };
}

/** Writes all of it, also into a pipe that is full for a while. */
export function writeAll(descriptor: number, text: string): void {
  const data = Buffer.from(text);
  for (let at = 0; at < data.length; ) {
    try {
      at += writeSync(descriptor, data, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
