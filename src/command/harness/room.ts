import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import type { RunFacts } from '../../domain/view.ts';
import type { Taken, Workplaces } from '../../domain/workplace.ts';
import { isLocked, type Lock, tryLockFor } from '../../lib/lock.ts';
import { UserError } from '../../lib/user-error.ts';
import { findInputs, openWorkplaces, type Repository, type Scope, scopeOf } from '../../workspace/workspace.ts';
import { type Lab, openLab } from '../exp/lab.ts';
import { claimsFolder, runFolder } from '../place.ts';
import { repositoryOf } from '../repository.ts';
import { shareState } from '../state-lock.ts';

/** The name of its workspace; no experiment has it. */
export const HARNESS = 'harness';
const LEASE: Lease = { kind: 'worktree', where: HARNESS };

/** Where the files are changed that candidates may not change. */
export interface Room {
  readonly lab: Lab;
  readonly run: RunFacts;
  readonly repository: Repository;
  readonly workplaces: Workplaces;
  readonly lease: Lease;
  /** The folder to work in. */
  readonly folder: string;
  /** What everything is based on now. */
  readonly base: Version;
  take(message: string): Promise<Taken>;
}

/** Long enough for one that is about to end. */
const PATIENCE_MS = 200;

/** One process at a time works on the harness, and nobody takes the state away meanwhile. Throws `UserError` where the caller may not. */
export async function withRoom<R>(cwd: string, id: string | undefined, work: (room: Room) => Promise<R>): Promise<R> {
  const lab = openLab(cwd, id);
  try {
    refuseOthers(lab, cwd);
    const shared = await shareState(lab.root);
    try {
      return await working(lab, work);
    } finally {
      shared.release();
    }
  } finally {
    lab.store.close();
  }
}

async function working<R>(lab: Lab, work: (room: Room) => Promise<R>): Promise<R> {
  const held = await alone(lab);
  try {
    const repository = await repositoryOf(lab);
    try {
      return await work(await roomIn(lab, repository));
    } finally {
      repository.close();
    }
  } finally {
    held.release('remove');
  }
}

async function alone({ stateDir, run }: Lab): Promise<Lock> {
  const held = await tryLockFor(join(stateDir, 'locks', `${run.id}.harness`), PATIENCE_MS);
  if (held === undefined) throw new UserError('Another evolve harness is at work here: wait for it to end.');
  return held;
}

/** The harness judges the experiments, so whoever carries them out may not touch it. */
function refuseOthers({ stateDir, run }: Lab, cwd: string): void {
  const role = process.env.EVOLVE_ROLE;
  if (role !== undefined && role !== '' && role !== HARNESS)
    throw new UserError(
      `The harness belongs to the user: the role ${role} may not change it. Say what is wrong with it: evolve exp note "…"`,
    );
  const here = realpathSync(cwd);
  const { places } = run.config.adjustable.experiments ?? { places: { kind: 'worktree' } as const };
  const slots = places.kind === 'pool' ? places.slots : [];
  const own = join(runFolder(stateDir, run.id), 'worktrees', HARNESS);
  if (isWithin(here, own)) return;
  if ([stateDir, ...slots].some((folder) => isWithin(here, folder)))
    throw new UserError('This is the workspace of an experiment: call evolve harness from your own repository.');
}

function isWithin(path: string, folder: string): boolean {
  try {
    const real = realpathSync(folder);
    return path === real || path.startsWith(`${real}${sep}`);
  } catch {
    return false;
  }
}

async function roomIn(lab: Lab, repository: Repository): Promise<Room> {
  // Others may have changed it since the lab was opened.
  const run = lab.journal.view().run() ?? lab.run;
  const entries = await repository.files(run.base.commit);
  const workplaces = openWorkplaces(repository, {
    run: run.id,
    base: run.base,
    scope: outside(scopeOf(run.config.identity.files, entries)),
    inputs: await findInputs(repository, run.base, run.config.fixed.inputs),
    folder: run.config.identity.folder,
    places: { kind: 'worktree' },
  });
  const base: Version = { id: 'root', commit: run.base.commit, tree: run.base.tree };
  const folder = workplaces.folder(LEASE);
  if (folder === undefined) throw new Error('a worktree has a folder');
  const take = (message: string) => workplaces.take(HARNESS, LEASE, base, { commit: 'all', staged: true, message });
  return { lab, run, repository, workplaces, lease: LEASE, folder, base, take };
}

/** All that candidates may not change. Files that steer git and new links stay out, as everywhere. */
function outside(scope: Scope): Scope {
  const has = (path: string): boolean => !scope.has(path);
  const names = (path: string): boolean => has(path) && !/(^|\/)\.git/i.test(path);
  return { globs: ['all that experiments may not change'], base: scope.base, has, names };
}

/** Experiments that are being evaluated now. */
export function evaluating({ stateDir, run }: Pick<Lab, 'stateDir' | 'run'>): readonly string[] {
  const folder = claimsFolder(stateDir, run.id);
  return claimsIn(folder)
    .filter((name) => isLocked(join(folder, name)))
    .map((name) => name.slice(0, -CLAIM.length));
}

const CLAIM = '.claim';

function claimsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(CLAIM));
  } catch {
    return [];
  }
}

export const unopened = (): UserError =>
  new UserError('Nobody edits the harness: evolve harness edit gives you a worktree for it.');
