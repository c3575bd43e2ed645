import type { Version } from '../domain/lane.ts';
import type { Scoped } from './draft.ts';
import type { Premises } from './premises.ts';

/** The files in scope of a version: the seed's, less those it deletes, and those it adds. */
export async function scopedIn(
  { repository, seed, scope, plan }: Pick<Premises, 'repository' | 'seed' | 'scope' | 'plan'>,
  { commit, tree }: Version,
): Promise<Scoped> {
  const changes = await repository.changes(seed.tree, tree);
  if (changes.every(({ before, after }) => before !== undefined && after !== undefined)) {
    return { commit, files: plan.files };
  }
  const files = new Set(plan.files);
  for (const { path, after } of changes) {
    if (after === undefined) files.delete(path);
    else if (after.mode !== '120000' && after.mode !== '160000' && scope.has(path)) files.add(path);
  }
  return { commit, files: [...files].sort() };
}
