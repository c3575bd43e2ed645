import type { Sha } from '../domain/candidate.ts';
import type { Draft } from '../domain/operator.ts';
import type { Repository } from '../workspace/workspace.ts';

export interface ChangedDraft extends Draft {
  /** What was written, by path. */
  readonly changes: ReadonlyMap<string, Buffer>;
}

/** The files in scope of a commit, changed in memory only. */
export function draftOf(repository: Repository, commit: Sha, files: readonly string[]): ChangedDraft {
  const changes = new Map<string, Buffer>();
  return {
    changes,
    files: () => files,
    async read(path) {
      const bytes = changes.get(path) ?? (await repository.read(commit, path));
      if (bytes === undefined) throw new Error(`${commit} has no ${path}`);
      return decode(bytes);
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
