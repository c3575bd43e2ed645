import type { Refused } from '../../domain/candidate.ts';
import type { Input } from '../inputs.ts';
import { objectId } from '../object-writer.ts';
import { judge } from '../overlay.ts';
import type { Repository } from '../repository.ts';
import type { Scope } from '../scope.ts';
import { listing, type Mode, type Sha } from '../tree.ts';
import { blocked, bounded, type Collected, MOST_BYTES } from './changes.ts';

export interface Admission {
  /** What was changed. */
  readonly parent: Sha;
  /** Regular files of it that are in scope. */
  readonly known: readonly string[];
  readonly scope: Scope;
  readonly inputs: readonly Input[];
}

/** Changes that were made without a folder, held to the same rules as those found in one. */
export async function admitted(
  repository: Repository,
  { parent, known, scope, inputs }: Admission,
  made: Pick<Collected, 'changes' | 'modes'>,
): Promise<Collected> {
  const plain = new Set(known);
  // Listing all files is dear where there are many, and needed for new paths alone.
  const isNew = made.modes.size > 0 || [...made.changes.keys()].some((path) => !plain.has(path));
  const parents = isNew ? listing(await repository.files(parent)).files : undefined;
  const changes = new Map<string, Buffer | null>();
  const modes = new Map<string, Mode>();
  const refused: Refused[] = [];
  for (const [path, content] of made.changes) {
    const before = parents === undefined ? { path, mode: '100644' as const, sha: '' } : parents.get(path);
    if (before === undefined && content === null) continue;
    if (content !== null && content.length > MOST_BYTES) {
      refused.push({ path, reason: `larger than ${MOST_BYTES / 1024 / 1024} MB` });
      continue;
    }
    const mode = made.modes.get(path) ?? (before?.mode === '100755' ? '100755' : '100644');
    const after = content === null ? {} : { after: { mode, sha: objectId(repository.state.format, 'blob', content) } };
    const verdict = judge({ scope, inputs }, { path, ...(before && { before }), ...after });
    if (verdict.reason !== undefined) refused.push({ path, reason: verdict.reason });
    if (verdict.change === undefined) continue;
    changes.set(path, content);
    const kept = verdict.change.after?.mode;
    if (kept !== undefined && kept !== before?.mode) modes.set(path, kept);
  }
  for (const path of parents === undefined ? [] : blocked(changes, parents)) {
    changes.delete(path);
    modes.delete(path);
    refused.push({ path, reason: 'a protected file is in its way' });
  }
  return { changes, modes, refused: bounded(refused) };
}
