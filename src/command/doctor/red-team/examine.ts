import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hasStore } from '../../../journal/journal.ts';
import { UserError } from '../../../lib/user-error.ts';
import {
  findPlace,
  openRepository,
  type Place,
  type Repository,
  remove,
  resolveGlobs,
} from '../../../workspace/workspace.ts';
import { askedFor } from '../../config/asked.ts';
import type { ConfigChoice } from '../../config/file.ts';
import type { Context } from '../../contract.ts';
import { withoutJudges } from '../../judging.ts';
import { runFolder, STATE } from '../../place.ts';
import { adjustableOf, fixedOf, type RunInput } from '../../settings.ts';
import { baseline } from '../../start.ts';
import { ownState, shareState } from '../../state-lock.ts';
import { scopeOfTarget } from '../../targeting.ts';
import { redTeam } from './red-team.ts';
import { type HarnessReport, reportOf } from './summary.ts';

/** Who asks for all of it has time. */
const FULL = { leastMs: 5000, mutants: 12, oneByOne: 5 };

/** Tries everything on a fitness command. Contract: nothing of it is left behind, and `.evolve` only if it was there. */
export async function examine(flags: RunInput & ConfigChoice, context: Context): Promise<HarnessReport> {
  const { input, folder, filesFolder } = await askedFor(flags, context.cwd);
  const { fitness, files } = input;
  if (fitness === undefined || (files === undefined && input.target === undefined))
    throw new UserError('What is to be checked? evolve doctor "<command that prints a number>" --files <files>');
  const place = await findPlace(folder);
  const globs = resolveGlobs({ ...place, folder: relative(place.root, realpathSync(filesFolder)) }, files ?? []);
  const scoped =
    input.target === undefined ? undefined : await scopeOfTarget(input.target, input, place, filesFolder, context);
  const identity = {
    strategy: 'generations' as const,
    fitness,
    folder: place.folder,
    files: globs,
    ...scoped?.identity,
  };
  // Nobody makes changes here, so nothing has to be found that somebody could change.
  const adjustable = { ...adjustableOf(input), operator: 'agent' as const };
  const config = withoutJudges({ identity, fixed: { ...fixedOf(input), ...scoped?.fixed }, adjustable });
  return inState(place, async (repository) => {
    const run = `tmp/doctor-${process.pid}`;
    try {
      const base = await repository.base({ dirty: input.dirty ?? false });
      const from = performance.now();
      const measured = await baseline(repository, run, config, base, input, context);
      const baselineMs = performance.now() - from;
      context.tell('trying to fool the fitness command …');
      const harness = { repository, run, base, config: measured.config, baseline: measured.evaluation, baselineMs };
      return reportOf(await redTeam(harness, FULL, context));
    } finally {
      remove(runFolder(repository.state.dir, run));
    }
  });
}

async function inState<T>(place: Place, work: (repository: Repository) => Promise<T>): Promise<T> {
  const shared = await shareState(place.root);
  let created = false;
  try {
    const repository = await openRepository(place);
    created = repository.state.created;
    try {
      return await work(repository);
    } finally {
      repository.close();
    }
  } finally {
    shared.release();
    if (created) await takeAway(place.root);
  }
}

/** Unless somebody has begun to use it. */
async function takeAway(root: string): Promise<void> {
  const alone = await ownState(root);
  if (alone === undefined) return;
  try {
    const dir = join(root, STATE);
    if (!hasStore(dir)) remove(dir);
  } finally {
    alone.release();
  }
}
