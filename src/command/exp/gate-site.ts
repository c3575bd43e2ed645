import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Gate } from '../../domain/config.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Version } from '../../domain/lane.ts';
import type { Entry } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';
import { MachineFailure } from '../../loop/loop.ts';
import { type Repository, remove } from '../../workspace/workspace.ts';
import type { Context } from '../contract.ts';
import { withoutJudges } from '../judging.ts';
import { runFolder } from '../place.ts';
import { repositoryOf } from '../repository.ts';
import { openSite } from '../site.ts';
import type { Lab } from './lab.ts';

/** Where gates are run by themselves, sealed as in an evaluation. */
export interface GateSite {
  readonly repository: Repository;
  /** Regular files in scope. */
  readonly files: readonly string[];
  /** Runs all of these gates. Throws where the machine fails. */
  run(
    version: Version,
    gates: readonly Gate[],
    signal: AbortSignal,
  ): Promise<Exclude<Evaluation, { outcome: 'broken' }>>;
}

/**
 * Opens checkouts of its own for as long as `work` takes: others may evaluate meanwhile. Logs are gone afterwards, unless
 * they are kept under `check`, a number that nobody else has.
 */
export async function withGateSite<R>(
  lab: Lab,
  context: Context,
  work: (site: GateSite) => Promise<R>,
  check?: number,
): Promise<R> {
  const { run, stateDir } = lab;
  const repository = await repositoryOf(lab);
  const aside = `tmp/gate-${randomUUID()}`;
  const { cascade: _cascade, holdout: _holdout, warm: _warm, ...fixed } = withoutJudges(run.config).fixed;
  const config = { ...run.config, fixed, adjustable: { ...run.config.adjustable, parallel: 1 } };
  const engine = { ...(await context.engine()), operators: () => ({}), judges: () => [] };
  const seed = { id: 'root', base: run.base };
  try {
    const name = check === undefined ? aside : run.id;
    const folder = join(runFolder(stateDir, aside), 'lanes');
    const site = await openSite(repository, name, config, seed, engine, undefined, folder);
    await using lanes = site.lanes;
    return await work({
      repository,
      files: site.files,
      async run(candidate, gates, signal) {
        const kept = check === undefined ? {} : { check };
        const evaluation = await lanes.evaluate({ candidate, attempt: 1, gates, only: 'gates', ...kept }, signal);
        if (evaluation.outcome === 'broken') throw new MachineFailure(`the gates can't be run: ${evaluation.reason}`);
        return evaluation;
      },
    });
  } finally {
    remove(runFolder(stateDir, aside));
    repository.close();
  }
}

/** The code of an experiment as it was recorded last. */
export function recordedVersion({ run }: Pick<Lab, 'run'>, { proposal, candidate }: Entry): Version {
  const { id } = proposal;
  // The root is what everything is based on now, also before it was measured again.
  if (proposal.operator === 'seed') return { id, commit: run.base.commit, tree: run.base.tree };
  if (candidate === undefined)
    throw new UserError(`${id} has no commit yet: evolve exp eval ${id}, or check its files with --worktree`);
  return { id, commit: candidate.commit, tree: candidate.tree };
}
