import { mkdtempSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remove } from '../workspace/workspace.ts';

/** With the process that made it, so that another can tell whether it is still in use. */
const NAMED = /^galapagos-agent-(\d+)-/;

/** A process id says nothing about another container that shares the folder; no call lasts so long. */
const OLD_MS = 24 * 60 * 60_000;

let swept = false;

/** A folder for one call among the temporary files, where paths are short. What a kill has left there goes a day later. */
export function temporaryFolder(): string {
  if (!swept) sweep(tmpdir(), Date.now());
  swept = true;
  return realpathSync(mkdtempSync(join(tmpdir(), `galapagos-agent-${process.pid}-`)));
}

/** Takes it away, with folders that can't be written. What can't be taken away now is left for later: a call does not fail by it. */
export function dropped(folder: string): void {
  try {
    remove(folder);
  } catch {}
}

export function sweep(folder: string, now: number): void {
  for (const name of namesIn(folder)) {
    const owner = NAMED.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      const path = join(folder, name);
      if (now - statSync(path).mtimeMs > OLD_MS) remove(path);
    } catch {
      // Somebody else's, or gone meanwhile.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
