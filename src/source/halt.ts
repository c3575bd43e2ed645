import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HaltAnswer } from '../domain/cycle.ts';
import type { Desk } from './desk.ts';
import { KILL, STOP } from './files.ts';
import { blockOf } from './json.ts';

/** The user's own switch, for all repositories. */
const OWN = '.config/evolve/KILL';
const OLD_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_TEXT = 1000;

/** Whether a kill switch is set: the user's own, the repository's, then that of other tools. It holds whatever its age. */
export function haltIn({ root, home, now }: Pick<Desk, 'root' | 'home' | 'now'>): HaltAnswer {
  const switches = [
    { cause: 'kill', file: join(home, OWN), path: join(home, OWN) },
    { cause: 'stop', file: STOP, path: join(root, STOP) },
    { cause: 'kill', file: KILL, path: join(root, KILL) },
  ] as const;
  for (const { cause, file, path } of switches) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const text = found.isFile() ? blockOf(readable(path), MOST_TEXT) : '';
    return { halt: { cause, file, text, ...(now() - found.mtimeMs > OLD_MS ? { old: true } : {}) } };
  }
  return { halt: null };
}

/** A switch that can't be read is set all the same. */
function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
