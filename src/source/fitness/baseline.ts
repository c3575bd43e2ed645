import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../domain/goals.ts';
import { parseSnapshot, snapshotText } from '../../domain/snapshot.ts';
import { writeNew } from '../../lib/whole-file.ts';
import { textIn } from '../files.ts';

/** The baselines of an era, relative to the root: what its goals came to when it began. They are kept in git. */
export const baselineFolder = (era: string): string => `.agents/evolve/fitness-baselines/goals-${era}`;

export interface Baseline {
  /** Relative to the root. */
  readonly path: string;
  readonly snapshot: Snapshot;
}

/** The newest of the era that can be read. */
export function baselineIn(root: string, era: string): Baseline | undefined {
  for (const path of namesOf(root, era).toReversed()) {
    const snapshot = parseSnapshot(textIn(root, path) ?? '');
    if (snapshot !== undefined) return { path, snapshot };
  }
  return undefined;
}

/**
 * Keeps a snapshot as the era's baseline; undefined where the era has one already, unless another is wanted.
 * Contract: what is there is never written again.
 */
export function keepBaseline(
  root: string,
  era: string,
  snapshot: Snapshot,
  { force = false }: { readonly force?: boolean } = {},
): Baseline | undefined {
  const kept = namesOf(root, era);
  if (kept.length > 0 && !force) return undefined;
  const folder = baselineFolder(era);
  for (let nth = 1; ; nth++) {
    const path = `${folder}/${fileStamp(snapshot.at)}${nth === 1 ? '' : `-${nth}`}.json`;
    if (writeNew(join(root, path), snapshotText(snapshot))) return { path, snapshot };
  }
}

/** A moment as part of a file's name: by name is by time. */
export const fileStamp = (at: string): string => new Date(at).toISOString().replaceAll(':', '-');

/** Oldest first. */
function namesOf(root: string, era: string): readonly string[] {
  try {
    const names = readdirSync(join(root, baselineFolder(era))).flatMap(
      (name) => /^([^.].*)\.json$/.exec(name)?.[1] ?? [],
    );
    return names.sort().map((name) => `${baselineFolder(era)}/${name}.json`);
  } catch {
    return [];
  }
}
