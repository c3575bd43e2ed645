import type { Ladder } from '../../domain/ladder.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Place } from '../place.ts';
import type { Sha } from '../tree.ts';
import { refuseUnfinished, uncommitted } from './clean.ts';
import { needIdentity } from './commit.ts';
import { usersGit, usersLine } from './git.ts';
import { type Head, headOf, tipOf } from './landing.ts';
import { named } from './merge.ts';
import { settleLanding } from './trunk-plan.ts';

/** Where cycles land: a branch of their own, or the one that is checked out. */
export type Trunk = Pick<Ladder, 'land' | 'branch'>;

/** Where the next cycle begins. */
export interface TrunkTip {
  readonly commit: Sha;
  readonly tree: Sha;
  /** What it lands on. */
  readonly branch: string;
  /** Where that branch is now; absent where it is still to be made. */
  readonly at?: Sha;
}

/**
 * Where the next cycle begins: of the branch that is checked out its tip; of a branch of their own HEAD, unless that branch has commits
 * which HEAD lacks. It then goes on from its own, also where HEAD has others: nothing is lost, and the user may merge at any time.
 * Contract: nothing of the user's is written; the branch is made, and brought to HEAD, by the first landing. Throws UserError where
 * nothing can land.
 */
export async function trunkTip(place: Place, trunk: Trunk): Promise<TrunkTip> {
  if (trunk.land === 'commit') await settleLanding(place);
  const tip = await tipNow(place, trunk);
  if (trunk.land === 'commit') await refuseUnclean(place);
  else await refuseTaken(place, trunk.branch);
  return tip;
}

/**
 * For the start of a session, before anything is paid for.
 * Contract: throws UserError where nothing could land, or where the branch and HEAD have both gone on: who wants cycles to begin from
 * their newest code has to join them.
 */
export async function readyForTrunk(place: Place, trunk: Trunk): Promise<TrunkTip> {
  const tip = await trunkTip(place, trunk);
  await needIdentity(place);
  const head = await headOf(place);
  if (trunk.land === 'commit' || (await isAncestor(place, head.commit, tip.commit))) return tip;
  const mine = head.branch ?? 'HEAD';
  throw new UserError(
    `${mine} and ${trunk.branch} both have commits of their own: join them with git merge ${trunk.branch}, or drop what has landed there with git branch -D ${trunk.branch}, or give another branch with --branch <name>.`,
  );
}

/** As `trunkTip`, whatever state the user's folder is in. */
export async function tipNow(place: Place, { land, branch }: Trunk): Promise<TrunkTip> {
  if (place.kind === 'folder')
    throw new UserError(`${place.root} is no git repository, so nothing can land there: begin with git init.`);
  const head = await headOf(place);
  return land === 'commit' ? checkedOut(head) : ownBranch(place, head, branch);
}

function checkedOut({ commit, tree, branch }: Head): TrunkTip {
  if (branch === undefined)
    throw new UserError('No branch is checked out (HEAD is detached): git switch to one first, or use --land branch.');
  return { commit, tree, branch, at: commit };
}

async function ownBranch(place: Place, head: Head, branch: string): Promise<TrunkTip> {
  const own = await tipOf(place, branch);
  if (own === undefined) return { commit: head.commit, tree: head.tree, branch };
  const behind = await isAncestor(place, own.commit, head.commit);
  return { ...(behind ? { commit: head.commit, tree: head.tree } : own), branch, at: own.commit };
}

/** Refuses a name that can't be a branch's, and a branch on which somebody works. */
async function refuseTaken(place: Place, branch: string): Promise<void> {
  const valid = await usersGit(place, ['check-ref-format', `refs/heads/${branch}`]);
  if (valid.code !== 0 || branch.startsWith('-') || branch === 'HEAD')
    throw new UserError(`'${branch}' can't be the name of a branch: give another with --branch <name>.`);
  const format = '--format=%(refname)%00%(worktreepath)';
  const folders = branch.split('/').map((_, index, parts) => `refs/heads/${parts.slice(0, index + 1).join('/')}`);
  const found = (await usersLine(place, ['for-each-ref', format, ...folders])).split('\n').map((line) => {
    const [ref = '', worktree = ''] = line.split('\0');
    return { name: ref.slice('refs/heads/'.length), worktree };
  });
  // A branch a/b/c can't be where a/b is one, nor a/b where a/b/c is.
  const other = found.find(({ name }) => name !== branch && `${branch}/`.startsWith(`${name}/`));
  const below = found.find(({ name }) => name.startsWith(`${branch}/`));
  const clash = other ?? below;
  if (clash !== undefined && clash.name !== '')
    throw new UserError(
      `There can't be a branch ${branch} beside ${clash.name}: rename that, or give another with --branch <name>.`,
    );
  const worktree = found.find(({ name }) => name === branch)?.worktree ?? '';
  if (worktree !== '')
    throw new UserError(
      `${branch} is checked out in ${worktree}, and cycles land on it: switch to another branch there, or use --land commit.`,
    );
}

/** Refuses a folder in which the user is in the middle of something. */
async function refuseUnclean(place: Place): Promise<void> {
  await refuseUnfinished(place);
  const changed = (await uncommitted(place)).filter((path) => !isAgents(path));
  if (changed.length === 0) return;
  throw new UserError(
    `There are uncommitted changes in ${named(changed)}: commit or stash them first, or use --land branch.`,
  );
}

/** What is ours and the user's together, so that it may differ from what is committed. */
export const isAgents = (path: string): boolean => path.startsWith('.agents/');

async function isAncestor(place: Place, older: Sha, younger: Sha): Promise<boolean> {
  return (await usersGit(place, ['merge-base', '--is-ancestor', older, younger])).code === 0;
}
