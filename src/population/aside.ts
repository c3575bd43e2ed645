import { existsSync, renameSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { lock } from '../lib/lock.ts';
import { isCorrupt } from '../lib/sqlite.ts';
import { connect, Damaged, storeIn } from './connection.ts';
import { EARLIER, earlierIn } from './earlier.ts';

/**
 * Gives the files of a population that can't be read another name, so that a new one can begin.
 * Contract: undefined where all can be read, because somebody else has set them aside. What can be read is never renamed.
 */
export async function setAside(dir: string, signal?: AbortSignal): Promise<string | undefined> {
  const folder = resolve(dir);
  // Two who find the same damage must not rename what the first has begun anew.
  const held = await lock(join(folder, 'population.lock'), signal);
  try {
    const path = unreadableIn(folder);
    if (path === undefined) return undefined;
    const name = freeName(path);
    // The log goes first: without it the store is as damaged as before, and nobody takes it for a new one.
    for (const end of ['-wal', '-shm', '']) if (existsSync(path + end)) renameSync(path + end, name + end);
    return `${path} could not be read and was set aside as ${basename(name)}`;
  } finally {
    held.release();
  }
}

function unreadableIn(folder: string): string | undefined {
  const path = storeIn(folder);
  if (existsSync(path) && !isSound(folder)) return path;
  try {
    earlierIn(folder, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof Damaged) return join(folder, EARLIER);
    throw error;
  }
}

function isSound(folder: string): boolean {
  try {
    const database = connect(folder);
    try {
      return database.prepare('pragma quick_check(1)').get()?.quick_check === 'ok';
    } finally {
      database.close();
    }
  } catch (error) {
    if (isCorrupt(error)) return false;
    throw error;
  }
}

function freeName(path: string): string {
  for (let nth = 1; ; nth++) {
    const name = `${path}.damaged-${nth}`;
    if (!existsSync(name)) return name;
  }
}
