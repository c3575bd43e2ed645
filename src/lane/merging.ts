import { join } from 'node:path';
import type { ApplyJob } from '../domain/lane.ts';
import { admitted, type Collected, mergeVersions } from '../workspace/workspace.ts';
import type { LocalOptions } from './local.ts';

/** What two parents come to when they are merged, as changes of the first. */
export interface Merging extends Pick<Collected, 'changes' | 'modes'> {
  readonly conflicts: readonly string[];
  readonly unmerged: readonly string[];
  readonly same?: string;
}

/** Merges the second parent into the first, without a folder to work in. What may not change stays the first's. */
export async function mergeParents(
  options: LocalOptions,
  { proposal, parents }: ApplyJob,
  known: readonly string[],
): Promise<Merging> {
  const { repository, seed, scope, inputs } = options;
  const [first, second] = parents;
  if (second === undefined) throw new Error(`${proposal.id} has one parent`);
  const { changes, conflicts, unmerged } = await mergeVersions(
    repository,
    join(options.folder, `merge-${proposal.id}`),
    {
      base: seed.tree,
      ours: { name: first.id, commit: first.commit },
      theirs: { name: second.id, commit: second.commit },
    },
  );
  const contents = new Map([...changes].map(([path, file]) => [path, file?.content ?? null]));
  const modes = new Map([...changes].flatMap(([path, file]) => (file === null ? [] : [[path, file.mode] as const])));
  const kept = await admitted(repository, { parent: first.commit, known, scope, inputs }, { changes: contents, modes });
  const merged = { parents: [], onto: first.commit, changes: kept.changes, modes: kept.modes };
  const { tree } = await repository.commit({ ...merged, message: 'evolve: a merge' });
  const same = parents.find((parent) => parent.tree === tree)?.id;
  return {
    changes: kept.changes,
    modes: kept.modes,
    conflicts: conflicts.filter((path) => kept.changes.has(path)),
    unmerged: [...unmerged, ...kept.refused.map(({ path }) => path)],
    ...(same === undefined ? {} : { same }),
  };
}
