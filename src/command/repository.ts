import { findPlace, openRepository, type Repository } from '../workspace/workspace.ts';
import type { OpenRun } from './place.ts';

/** The code of a run, as seen from the folder it was started in. The caller closes it. */
export async function repositoryOf({ root, run }: Pick<OpenRun, 'root' | 'run'>): Promise<Repository> {
  return openRepository({ ...(await findPlace(root)), folder: run.config.identity.folder });
}
