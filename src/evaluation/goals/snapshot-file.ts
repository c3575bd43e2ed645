import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sha } from '../../domain/candidate.ts';
import type { Snapshot } from '../../domain/goals.ts';
import { parseSnapshot, snapshotText } from '../../domain/snapshot.ts';
import { writeWhole } from '../../lib/whole-file.ts';

/** Where the goals of a candidate lie, as measured: by its tree, because an equal one is not measured again. */
export const snapshotPath = (folder: string, tree: Sha): string => join(folder, `${tree}.json`);

/** Undefined where nothing was measured, or it can't be read. */
export function readSnapshot(folder: string, tree: Sha): Snapshot | undefined {
  try {
    return parseSnapshot(readFileSync(snapshotPath(folder, tree), 'utf8'));
  } catch {
    return undefined;
  }
}

export const writeSnapshot = (folder: string, tree: Sha, snapshot: Snapshot): void =>
  writeWhole(snapshotPath(folder, tree), snapshotText(snapshot));
