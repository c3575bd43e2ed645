import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Base } from '../base.ts';
import type { Sha } from '../tree.ts';

/** What is known of a workspace, beside it and out of its own files. */
export interface Kept {
  readonly base: Pick<Base, 'commit' | 'tree'>;
  /** The version whose files it got. */
  readonly version: Sha;
}

/** Which repository and run a workspace belongs to: in its own `.git`, for commands that are called there. */
export interface Marker {
  readonly root: string;
  readonly run: string;
  readonly experiment: string;
}

export const MARKER = 'evolve';

/** Complete or not there at all. */
export function writeWhole(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(value)}\n`);
  renameSync(`${path}.new`, path);
}

export function readWhole(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export const keptIn = (folder: string): Kept | undefined => {
  const found = readWhole(join(folder, 'kept.json'));
  return isKept(found) ? found : undefined;
};

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'base' in value && 'version' in value;
}
