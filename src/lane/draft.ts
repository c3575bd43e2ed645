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
      return bytes.toString('utf8');
    },
    write(path, text) {
      changes.set(path, Buffer.from(text, 'utf8'));
    },
  };
}
