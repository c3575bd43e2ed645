import { join } from 'node:path';
import type { Version } from '../../../domain/lane.ts';
import { type CommandPlan, prepareSite, runInClearing } from '../../../evaluation/evaluation.ts';
import type { Desk } from '../../../source/source.ts';
import { createCheckout, type Input, type Repository, remove, scopeOf } from '../../../workspace/workspace.ts';

export interface ClearingPlan {
  readonly repository: Repository;
  readonly inputs: readonly Input[];
  readonly bind: boolean;
  readonly prepare?: string;
  readonly plan: CommandPlan;
  /** What is in it is thrown away. */
  readonly folder: string;
}

/** Checkouts in which commands of a version run as candidates' do; each is gone when its work is done. */
export function clearings(of: ClearingPlan): Desk['inCheckout'] {
  let made = 0;
  return async (version, signal, work) => {
    const folder = join(of.folder, `clearing-${++made}`);
    const { repository, inputs, bind } = of;
    const scope = scopeOf(['**'], await repository.files(version.tree));
    await using checkout = await createCheckout(repository, folder, { base: version, scope, inputs, bind });
    const site = { checkout, temp: join(folder, 'temp') };
    try {
      await prepared(of, site, version, signal);
      await checkout.seal(version.commit);
      let nth = 0;
      return await work({
        root: checkout.root,
        run: (shell, { timeoutMs }) =>
          runInClearing(site, of.plan, { version, name: `clearing-${++nth}`, shell, timeoutMs }, signal),
      });
    } finally {
      remove(site.temp);
    }
  };
}

async function prepared(
  { prepare, plan }: ClearingPlan,
  site: Parameters<typeof prepareSite>[0],
  version: Version,
  signal: AbortSignal,
): Promise<void> {
  if (prepare === undefined) return;
  const failure = await prepareSite(site, plan, version, prepare, signal);
  if (failure !== undefined) throw new Error(failure);
}
