import type { Sha } from '../domain/candidate.ts';
import type { Draft, Merged, Source } from '../domain/operator.ts';
import type { Target } from '../domain/target.ts';
import type { Collected, Mode, Repository } from '../workspace/workspace.ts';
import type { Merging } from './merging.ts';

/** A draft and what was made of it: contents by path, null where a file is deleted, and modes of what was merged in. */
export interface ChangedDraft extends Draft, Pick<Collected, 'changes' | 'modes'> {
  /** The files of the first parent, whatever has become of them. */
  readonly known: readonly string[];
}

/** A version of the code, and its files in scope. */
export interface Scoped {
  readonly commit: Sha;
  readonly files: readonly string[];
}

/** The files in scope of a version, to be read. */
export function sourceOf(repository: Repository, { commit, files }: Scoped, target?: Target): Source {
  return {
    ...(target === undefined ? {} : { target }),
    files: () => files,
    async read(path) {
      const bytes = await repository.read(commit, path);
      if (bytes === undefined) throw new Error(`${commit} has no ${path}`);
      return decode(bytes);
    },
  };
}

/** What a draft needs of the lane. */
export interface Means extends Pick<Draft, 'allows' | 'workspace'> {
  merge(): Promise<Merging>;
}

/** The files of the first version, changed in memory only, with what was begun; the others to be read. */
export function draftOf(
  repository: Repository,
  [first, ...others]: readonly [Scoped, ...Scoped[]],
  means: Means,
  target?: Target,
  begun: Pick<Collected, 'changes' | 'modes'> = { changes: new Map(), modes: new Map() },
): ChangedDraft {
  const changes = new Map<string, Buffer | null>(begun.changes);
  const modes = new Map<string, Mode>(begun.modes);
  const source = sourceOf(repository, first, target);
  const aimed = target === undefined ? {} : { target };
  return {
    ...aimed,
    changes,
    modes,
    known: first.files,
    files: () => filesOver(changes, first.files),
    others: others.map((version) => sourceOf(repository, version, target)),
    allows: means.allows,
    workspace: means.workspace,
    read: (path) => readOver(changes, source, path),
    write(path, text) {
      changes.set(path, Buffer.from(text, 'utf8'));
    },
    delete(path) {
      changes.set(path, null);
    },
    async merged(): Promise<Merged> {
      const merging = await means.merge();
      const { conflicts, unmerged, same } = merging;
      return {
        ...aimed,
        files: () => filesOver(merging.changes, first.files),
        read: (path) => readOver(merging.changes, source, path),
        conflicts,
        unmerged,
        ...(same === undefined ? {} : { same }),
        take() {
          for (const [path, content] of merging.changes) changes.set(path, content);
          for (const [path, mode] of merging.modes) modes.set(path, mode);
        },
      };
    },
  };
}

async function readOver(changes: Collected['changes'], source: Source, path: string): Promise<string | undefined> {
  const bytes = changes.get(path);
  if (bytes === null) return undefined;
  return bytes === undefined ? source.read(path) : decode(bytes);
}

function filesOver(changes: Collected['changes'], files: readonly string[]): readonly string[] {
  const there = new Set(files);
  for (const [path, content] of changes) {
    if (content === null) there.delete(path);
    else there.add(path);
  }
  return [...there].sort();
}

/** Text that is not UTF-8 could not be written back as it was. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
