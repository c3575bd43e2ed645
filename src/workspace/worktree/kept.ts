import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Left } from '../../domain/workspace.ts';
import type { Repository } from '../repository.ts';
import type { Mode, Sha } from '../tree.ts';
import type { Collected } from './changes.ts';

/** Stores what was collected, so that it can be told again. */
export async function keep(repository: Repository, parent: Sha, collected: Collected): Promise<Left> {
  const { changes, modes, refused } = collected;
  const draft = { parents: [], onto: parent, changes, modes, message: 'evolve: as an agent left it' };
  return { tree: (await repository.commit(draft)).tree, refused };
}

/** What was collected then. */
export async function keptChanges(repository: Repository, parent: Sha, { tree, refused }: Left): Promise<Collected> {
  const changes = new Map<string, Buffer | null>();
  const modes = new Map<string, Mode>();
  for (const { path, before, after } of await repository.changes(parent, tree)) {
    changes.set(path, after === undefined ? null : await repository.blob(after.sha));
    if (after !== undefined && after.mode !== before?.mode) modes.set(path, after.mode);
  }
  return { changes, modes, refused };
}

/** Brings the files back to where they were then; of those that differ from the parent's now, the rest become as there. */
export async function restore(
  repository: Repository,
  root: string,
  parent: Sha,
  left: Left,
  now: Iterable<string>,
): Promise<void> {
  const { changes, modes } = await keptChanges(repository, parent, left);
  for (const path of now) {
    if (changes.has(path)) continue;
    const content = await repository.read(parent, path);
    if (content === undefined) rmSync(join(root, path), { recursive: true, force: true });
    else writeFileSync(join(root, path), content);
  }
  for (const [path, content] of changes) {
    const file = join(root, path);
    rmSync(file, { recursive: true, force: true });
    if (content === null) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (modes.get(path) === '100755') chmodSync(file, 0o755);
  }
}
