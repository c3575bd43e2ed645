import type { Sha } from '../domain/candidate.ts';
import type { Draft, Source } from '../domain/operator.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Repository } from '../workspace/workspace.ts';

export interface ChangedDraft extends Draft {
  /** What was written, by path. */
  readonly changes: ReadonlyMap<string, Buffer>;
}

/** A version of the code, and its files in scope. */
export interface Scoped {
  readonly commit: Sha;
  readonly files: readonly string[];
}

/** The files in scope of a version, to be read. */
export function sourceOf(repository: Repository, { commit, files }: Scoped): Source {
  return {
    files: () => files,
    async read(path) {
      const bytes = await repository.read(commit, path);
      if (bytes === undefined) throw new Error(`${commit} has no ${path}`);
      return decode(bytes);
    },
  };
}

/** The files of the first version, changed in memory only; the others to be read. */
export function draftOf(
  repository: Repository,
  [first, ...others]: readonly [Scoped, ...Scoped[]],
  workspace: () => Promise<Workspace>,
): ChangedDraft {
  const changes = new Map<string, Buffer>();
  const source = sourceOf(repository, first);
  return {
    changes,
    files: source.files,
    others: others.map((version) => sourceOf(repository, version)),
    workspace,
    async read(path) {
      const bytes = changes.get(path);
      return bytes === undefined ? source.read(path) : decode(bytes);
    },
    write(path, text) {
      changes.set(path, Buffer.from(text, 'utf8'));
    },
  };
}

/** Text that is not UTF-8 could not be written back as it was. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
