import type { Base } from '../base.ts';
import type { Input } from '../inputs.ts';
import { judge } from '../overlay.ts';
import type { Repository } from '../repository.ts';
import type { Scope } from '../scope.ts';
import { listing, type Mode, type Sha } from '../tree.ts';
import type { Change } from '../tree-diff.ts';
import { blocked } from '../worktree/changes.ts';

export interface Rules {
  readonly base: Base;
  readonly scope: Scope;
  readonly inputs: readonly Input[];
}

/**
 * The base with a version's own of the files in scope, as a commit: what a workspace holds, and what is measured. A version
 * that was made from another base brings none of that one's other files.
 */
export async function laid(
  repository: Repository,
  { base, scope, inputs }: Omit<Rules, 'base'> & { readonly base: Pick<Base, 'tree'> },
  treeish: Sha,
): Promise<{ readonly commit: Sha; readonly tree: Sha }> {
  const changes = new Map<string, Buffer | null>();
  const modes = new Map<string, Mode>();
  for (const { path, before, after } of await inScope(repository, { base, scope, inputs }, treeish)) {
    changes.set(path, after === undefined ? null : await repository.blob(after.sha));
    if (after !== undefined && after.mode !== before?.mode) modes.set(path, after.mode);
  }
  const made = [...changes].some(([path, content]) => content !== null && !scope.base.files.has(path));
  const files = made ? listing(await repository.files(base.tree)).files : new Map();
  for (const path of blocked(changes, files)) changes.delete(path);
  return repository.commit({ parents: [], onto: base.tree, changes, modes, message: 'evolve: laid out' });
}

async function inScope(
  repository: Repository,
  rules: Parameters<typeof laid>[1],
  treeish: Sha,
): Promise<readonly Change[]> {
  const all = await repository.changes(rules.base.tree, treeish);
  return all.flatMap((change) => judge(rules, change).change ?? []);
}
