import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, lock } from '../lib/lock.ts';
import { boundary } from '../lib/seam.ts';
import { writeDurable } from '../lib/whole-file.ts';

/** Files of the user's folder that sources read and write, relative to its root. */
export const LEDGER = '.agents/evolve/cycle-history.jsonl';
export const NEXT_WORK = '.agents/rpi/next-work.jsonl';
export const SESSION_STATE = '.agents/evolve/session-state.json';
export const QUEUE_STATE = '.agents/evolve/pinned-queue-state.json';
export const ESCALATED = '.agents/evolve/escalated.md';
export const TRAJECTORY = '.agents/evolve/quality-trajectory.md';
export const FITNESS = '.agents/evolve/fitness-latest.json';
export const FITNESS_AFTER = '.agents/evolve/fitness-latest-post.json';
export const IGNORE = '.agents/evolve/.gitignore';
export const STOP = '.agents/evolve/STOP';
export const KILL = '.agents/rpi/KILL';
export const LEARNINGS = '.agents/learnings';

/** The text of a file; undefined where there is none. */
export function textIn(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Writes a file as a whole, unless it is so already. */
export function put(root: string, path: string, text: string): void {
  if (textIn(root, path) === text) return;
  boundary();
  writeDurable(join(root, path), text);
  boundary();
}

/** Does what must not be done by two processes at once to the files under `.agents/`. */
export async function alone<T>(root: string, signal: AbortSignal | undefined, work: () => T | Promise<T>): Promise<T> {
  const held: Lock = await lock(join(root, '.evolve', 'locks', 'agents.lock'), signal);
  try {
    return await work();
  } finally {
    held.release();
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
