import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../lib/whole-file.ts';
import type { Base } from '../base.ts';
import type { Sha } from '../tree.ts';

/** What is known of a workspace, beside it and out of its own files. */
export interface Kept {
  readonly base: Pick<Base, 'commit' | 'tree'>;
  /** The tree of the version whose files it got. */
  readonly version: Sha;
  /** The commit that its own repository begins with, borrowed from ours. */
  readonly start?: Sha;
  readonly complete?: true;
  readonly slot?: KeptSlot;
}

/** Of a prepared clone. */
export interface KeptSlot {
  /** Where HEAD was. */
  readonly before: Before;
  /** Stamps of the files that git did not track and that were there before, by path. */
  readonly warm?: Readonly<Record<string, string>>;
  /** Files that came with the experiment and are kept in a version, by path: the content's id. */
  readonly made?: Readonly<Record<string, Sha>>;
}

export interface Before {
  readonly commit: Sha;
  /** Absent where it was detached. */
  readonly ref?: string;
}

/** Which repository and run a workspace belongs to: in its own `.git`, for commands that are called there. */
export interface Marker {
  readonly root: string;
  readonly run: string;
  readonly experiment: string;
  /** Of a prepared clone: where HEAD was, also where what is known of it is lost. */
  readonly before?: Before;
}

export const MARKER = 'evolve';

export const markerText = (marker: Marker): string => `${JSON.stringify(marker)}\n`;

function readWhole(path: string): object | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof found === 'object' && found !== null ? found : undefined;
  } catch {
    return undefined;
  }
}

export function keptIn(folder: string): Kept | undefined {
  const found = readWhole(join(folder, 'kept.json'));
  return found !== undefined && isKept(found) ? found : undefined;
}

export function keepIn(folder: string, kept: Kept): void {
  writeWhole(join(folder, 'kept.json'), `${JSON.stringify(kept)}\n`);
}

export function markerIn(gitDir: string): Marker | undefined {
  const found = readWhole(join(gitDir, MARKER));
  return found !== undefined && isMarker(found) ? found : undefined;
}

const isKept = (value: object): value is Kept => 'base' in value && 'version' in value;

const isMarker = (value: object): value is Marker =>
  'root' in value &&
  typeof value.root === 'string' &&
  'run' in value &&
  typeof value.run === 'string' &&
  'experiment' in value &&
  typeof value.experiment === 'string';

/** What changes when a file does. */
export function stampOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

export function stampsOf(root: string, paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const stamp = stampOf(join(root, path));
      return stamp === undefined ? [] : [[path, stamp]];
    }),
  );
}
