import type { Sha } from '../domain/candidate.ts';
import type { Version } from '../domain/lane.ts';
import { fileTraits, NO_TRAITS, type Traits } from '../operator/operator.ts';
import type { Repository } from '../workspace/workspace.ts';

/** What the files in scope of a tree are like, taken together. */
export type ReadTraits = (tree: Sha) => Promise<Traits>;

/** A link's content is elsewhere. */
const ELSEWHERE = ['120000', '160000'];

/** Reads the whole of the seed once, and of every tree what differs from it: the cost is that of the change. */
export function traitsReader(repository: Repository, seed: Version, files: readonly string[]): ReadTraits {
  let whole: Promise<Traits> | undefined;
  const blobTraits = async (path: string, version: { readonly mode: string; readonly sha: Sha } | undefined) =>
    version === undefined || ELSEWHERE.includes(version.mode)
      ? NO_TRAITS
      : fileTraits(path, await repository.blob(version.sha));

  return async (tree) => {
    whole ??= total(files.map(async (path) => fileTraits(path, await repository.read(seed.commit, path))));
    const changes = await repository.changes(seed.tree, tree);
    const before = await total(changes.map((change) => blobTraits(change.path, change.before)));
    const after = await total(changes.map((change) => blobTraits(change.path, change.after)));
    const { size, complexity } = await whole;
    return {
      size: size - before.size + after.size,
      complexity: complexity - before.complexity + after.complexity,
    };
  };
}

async function total(all: readonly Promise<Traits>[]): Promise<Traits> {
  const found = await Promise.all(all);
  return {
    size: found.reduce((sum, { size }) => sum + size, 0),
    complexity: found.reduce((sum, { complexity }) => sum + complexity, 0),
  };
}
