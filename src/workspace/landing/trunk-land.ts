import type { LandAnswer } from '../../domain/cycle.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { complaint } from '../git.ts';
import type { Place } from '../place.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import { obstacles } from './clean.ts';
import { needIdentity } from './commit.ts';
import { usersGit, usersLine } from './git.ts';
import { joinChanges, named } from './merge.ts';
import { isAgents, type Trunk, type TrunkTip, tipNow, trunkTip } from './trunk.ts';
import { fileOf, type TrunkCommits, withTrunkCommits } from './trunk-commits.ts';
import { dropPlan, lockLanding, settleHeld, writePlan } from './trunk-plan.ts';
import { bringTree, type Move, stepsIn } from './trunk-tree.ts';

/** What is to land. */
export interface TrunkWork {
  readonly trunk: Trunk;
  /** The base that it was gated on. */
  readonly base: { readonly tree: Sha };
  readonly candidate: { readonly commit: Sha; readonly tree: Sha };
  readonly message: string;
  /** When it was decided, in milliseconds since 1970: the commits' date. */
  readonly at: number;
  /** The file by which it is recognised where it has landed already, and how: the commit of the work, where it has. */
  readonly ledger: string;
  landed(ledger: Buffer): Sha | undefined;
  /** The second commit: its files, once the first is known. `start` is what it lands on. Throws UserError where it may not be. */
  log(commits: {
    readonly work: Sha;
    readonly start: Sha;
  }): Promise<{ readonly message: string; readonly files: ReadonlyMap<string, Buffer> }>;
}

/**
 * Brings work to the branch that cycles land on, as two commits in one fast-forward.
 * Contract: done twice it is done once. `moved` where the branch is no longer what the work was made from. Where it does not land, index,
 * files, refs and reflogs are as they were. As `apply --branch`, it makes commits by the user's own git, with their identity and
 * signature; their hooks for commits are not run, those for refs are. Killed at any moment, the next call or `trunkTip` puts it right.
 */
export async function landOnTrunk(repository: Repository, work: TrunkWork, signal?: AbortSignal): Promise<LandAnswer> {
  const { place } = repository;
  const held = await lockLanding(place, signal);
  try {
    return await land(repository, work);
  } catch (error) {
    if (error instanceof UserError) return { kind: 'refused', reason: error.message };
    throw error;
  } finally {
    held.release();
  }
}

async function land(repository: Repository, work: TrunkWork): Promise<LandAnswer> {
  const { place } = repository;
  const { trunk, candidate } = work;
  if (trunk.land === 'commit') await settleHeld(place);
  const before = await landedBefore(repository, work);
  if (before !== undefined) return before;
  const tip = await trunkTip(place, trunk);
  await needIdentity(place);
  if (!(await isMadeFrom(repository, work, tip.tree))) return { kind: 'moved', tip: tip.commit };
  const { conflicts } = await joinChanges(repository, tip.tree, candidate.tree, tip.tree);
  if (conflicts.length > 0)
    throw new UserError(
      `${named(conflicts)} can't be changed: Git LFS keeps the content, and the work has it in place of the pointer.`,
    );
  return withTrunkCommits(repository, tip, work, (commits) => bring(repository, tip, work, commits));
}

async function landedBefore(repository: Repository, work: TrunkWork): Promise<LandAnswer | undefined> {
  const { place } = repository;
  const tip = await tipNow(place, work.trunk);
  const ledger = await fileOf(repository, tip.commit, work.ledger);
  const canonical = ledger === undefined ? undefined : work.landed(ledger);
  if (canonical === undefined) return undefined;
  const args = ['rev-list', '--first-parent', '--ancestry-path', `${canonical}..${tip.commit}`];
  const since = await usersGit(place, args);
  const log = since.code === 0 ? since.stdout.toString('latin1').trim().split('\n').at(-1) : undefined;
  return { kind: 'landed', canonical, log: log === undefined || log === '' ? tip.commit : log };
}

/** What lands is the candidate's tree as a whole, so nothing may be on the branch that it was not made from. */
async function isMadeFrom(repository: Repository, { base, candidate }: TrunkWork, tree: Sha): Promise<boolean> {
  if (base.tree === tree || candidate.tree === tree) return true;
  const { parents } = await repository.made(candidate.commit);
  for (const parent of parents) if ((await repository.changes(parent, tree)).length === 0) return true;
  return false;
}

async function bring(
  repository: Repository,
  tip: TrunkTip,
  work: TrunkWork,
  commits: TrunkCommits,
): Promise<LandAnswer> {
  const { place } = repository;
  const takeBack = await commits.store();
  boundary();
  let undo = (): void => {};
  const giveUp = (): void => {
    undo();
    dropPlan(place);
    takeBack();
  };
  try {
    if (work.trunk.land === 'commit') undo = await bringHere(repository, tip, work, commits);
    boundary();
    const moved = await moveBranch(place, tip, work, commits);
    boundary();
    if (moved !== undefined) giveUp();
    else dropPlan(place);
    return moved ?? { kind: 'landed', canonical: commits.work, log: commits.log };
  } catch (error) {
    giveUp();
    throw error;
  }
}

/** Brings what is checked out to the new tip, before the branch is. */
async function bringHere(
  repository: Repository,
  tip: TrunkTip,
  work: TrunkWork,
  commits: TrunkCommits,
): Promise<() => void> {
  const { place } = repository;
  const move = await moveOf(repository, tip, work, commits);
  const inTheWay = await obstacles(place, move.outside);
  if (inTheWay.length > 0)
    throw new UserError(`${named(inTheWay)} would be overwritten and git does not track it: move it away first.`);
  writePlan(place, { branch: tip.branch, from: tip.commit, to: commits.log, move });
  boundary();
  return bringTree(place, move);
}

async function moveOf(
  { place }: Repository,
  tip: TrunkTip,
  { ledger }: TrunkWork,
  { log, tree, outside }: TrunkCommits,
): Promise<Move> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', tip.tree, tree];
  const steps = stepsIn(await usersLine(place, args));
  return {
    from: tip.tree,
    to: outside,
    outside: steps.filter(({ path }) => !isAgents(path)).map(({ path }) => path),
    agents: steps.filter(({ path }) => isAgents(path)),
    index: await ownFiles(place, log, ledger),
  };
}

/** Files of the last commit: who asked for it has them already, or writes them afterwards. */
async function ownFiles(place: Place, log: Sha, ledger: string): Promise<readonly string[]> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', `${log}^`, log];
  return [ledger, ...(await usersLine(place, args)).split('\0').filter((path) => path !== '')];
}

/** Compare and swap. undefined where it has moved to the new tip. */
async function moveBranch(
  place: Place,
  tip: TrunkTip,
  { trunk }: TrunkWork,
  { log }: TrunkCommits,
): Promise<LandAnswer | undefined> {
  const message = await usersLine(place, ['show', '-s', '--format=%s', log]);
  const old = tip.at ?? '0'.repeat(log.length);
  const args = ['update-ref', '-m', message, `refs/heads/${tip.branch}`, log, old];
  const { code, stderr } = await usersGit(place, args);
  if (code === 0) return undefined;
  const now = await tipNow(place, trunk);
  if (now.at !== tip.at) return { kind: 'moved', tip: now.commit };
  throw new UserError(`Git can't move the branch ${tip.branch} (${complaint(stderr)}). Everything is as it was.`);
}
