import type { Sha } from '../domain/candidate.ts';
import { formOf } from '../operator/operator.ts';
import type { Repository } from '../workspace/workspace.ts';

/** Its content is not here. */
const SUBMODULE = '160000';

/** The form of a tree, from what differs from the seed's. */
export async function formOfTree(repository: Repository, seed: Sha, tree: Sha): Promise<string> {
  const changes = await repository.changes(seed, tree);
  const read = (version: { readonly mode: string; readonly sha: Sha } | undefined) =>
    version === undefined || version.mode === SUBMODULE ? undefined : repository.blob(version.sha);
  return formOf(
    await Promise.all(
      changes.map(async ({ path, before, after }) => ({
        path,
        before: await read(before),
        after: await read(after),
        besides: before?.mode === after?.mode && after?.mode !== SUBMODULE ? '' : `${after?.mode} ${after?.sha}`,
      })),
    ),
  );
}
