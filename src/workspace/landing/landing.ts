import { rmSync } from 'node:fs';
import { UserError } from '../../lib/user-error.ts';
import { complaint } from '../git.ts';
import type { Place } from '../place.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import { obstacles, refuseUnfinished, uncommitted } from './clean.ts';
import { needIdentity, type Prepared, withCommit } from './commit.ts';
import { gitPath, usersGit, usersLine } from './git.ts';
import { type Kept, keep, putBack, putFilesBack, read } from './kept.ts';
import { named, type Wanted } from './merge.ts';

/** What the user has checked out. */
export interface Head {
  readonly commit: Sha;
  readonly tree: Sha;
  /** Absent where HEAD is detached. */
  readonly branch?: string;
}

export async function headOf(place: Place): Promise<Head> {
  const { code, stdout } = await usersGit(place, ['rev-parse', '-q', '--verify', 'HEAD^{commit}']);
  if (code !== 0) throw new UserError('The repository has no commit yet: commit your files first.');
  const tree = await usersLine(place, ['rev-parse', 'HEAD^{tree}']);
  const branch = (await usersGit(place, ['symbolic-ref', '-q', '--short', 'HEAD'])).stdout.toString('utf8').trim();
  return { commit: stdout.toString('latin1').trim(), tree, ...(branch === '' ? {} : { branch }) };
}

/** Where a branch of the user's is; undefined when there is none of that name. */
export async function tipOf(place: Place, name: string): Promise<Pick<Head, 'commit' | 'tree'> | undefined> {
  const ref = `refs/heads/${name}`;
  const { code, stdout } = await usersGit(place, ['rev-parse', '-q', '--verify', `${ref}^{commit}`]);
  if (code !== 0) return undefined;
  return { commit: stdout.toString('latin1').trim(), tree: await usersLine(place, ['rev-parse', `${ref}^{tree}`]) };
}

/** Throws UserError where git does not know the user, or where the user's work would be in the way or in danger. */
export async function readyToMerge(place: Place, changes: ReadonlyMap<string, Wanted>): Promise<void> {
  await needIdentity(place);
  await refuseUnclean(place, changes);
}

/** Throws UserError where git does not know the user, or when the name can't be a branch's or is taken. */
export async function readyToBranch(place: Place, name: string): Promise<void> {
  const valid = await usersGit(place, ['check-ref-format', `refs/heads/${name}`]);
  if (valid.code !== 0 || name.startsWith('-') || name === 'HEAD')
    throw new UserError(`'${name}' can't be the name of a branch: choose another.`);
  const taken = await usersGit(place, ['show-ref', '--verify', '--quiet', `refs/heads/${name}`]);
  if (taken.code === 0) throw new UserError(`There is a branch ${name} already: choose another name.`);
  await needIdentity(place);
}

/** Refuses to merge where the user's work would be in the way or in danger. */
async function refuseUnclean(place: Place, changes: ReadonlyMap<string, Wanted>): Promise<void> {
  await refuseUnfinished(place);
  const changed = await uncommitted(place);
  if (changed.length > 0)
    throw new UserError(
      `There are uncommitted changes in ${named(changed)}: commit or stash them first, or take the winner on a branch of its own with --branch <name>.`,
    );
  const inTheWay = await obstacles(
    place,
    [...changes].flatMap(([path, wanted]) => (wanted === null ? [] : [path])),
  );
  if (inTheWay.length > 0)
    throw new UserError(`${named(inTheWay)} would be overwritten and git does not track it: move it away first.`);
}

/**
 * Makes one commit of the changes on top of HEAD and merges it into what is checked out.
 * Contract: on any failure index, refs, reflogs and files are as they were, and it throws.
 */
export async function landByMerge(
  repository: Repository,
  head: Head,
  changes: ReadonlyMap<string, Wanted>,
  message: string,
): Promise<Sha> {
  const { place } = repository;
  await readyToMerge(place, changes);
  return withCommit(repository, head.commit, changes, message, async (prepared) => {
    const restore = await remember(place, head, prepared, changes);
    const takeBack = await prepared.store();
    try {
      await merge(place, head, prepared, message);
    } catch (error) {
      await restore();
      takeBack();
      throw error;
    }
    return usersLine(place, ['rev-parse', 'HEAD']);
  });
}

async function merge(place: Place, head: Head, { commit }: Prepared, message: string): Promise<void> {
  if ((await usersLine(place, ['rev-parse', 'HEAD'])) !== head.commit)
    throw new UserError('The branch has moved meanwhile: try again.');
  // Said in full, because the configuration may ask for something else.
  const how = ['--no-ff', '--commit', '--no-squash', '--no-edit', '--no-log', '--no-stat', '-s', 'recursive'];
  // Not by -c, which would end the name of a branch at an equals sign.
  const own = head.branch === undefined ? [] : [`--config-env=branch.${head.branch}.mergeOptions=EVOLVE_NONE`];
  const args = [...own, 'merge', '-q', ...how, '-m', message, commit];
  const { code, stdout, stderr } = await usersGit(place, args, { env: { EVOLVE_NONE: '' } });
  if (code === 0) return;
  const said = `${stderr}\n${stdout.toString('utf8')}`
    .split('\n')
    .filter((line) => !/^(Not committing|Automatic) merge/.test(line));
  const reason = complaint(said.filter((line) => line.trim() !== '').join('\n'));
  const hook = stderr.includes('Not committing merge');
  throw new UserError(
    `${hook ? 'A hook refused the merge' : 'Git could not merge'}${reason === '' ? '' : ` (${reason})`}. Everything is as it was: make it pass, or take the winner with --branch <name> or --patch <file>.`,
  );
}

/** Files that a merge leaves behind when it does not come to its end. */
const left = ['MERGE_HEAD', 'MERGE_MODE', 'MERGE_MSG', 'AUTO_MERGE'];
/** Files that it writes over. */
const kept = ['index', 'ORIG_HEAD'];

/**
 * What takes a merge back. Contract: writes only what the merge has written; edits that the user made to other files meanwhile stay.
 * Not `git merge --abort`: that writes a line into the reflog, and gives up where a hook has changed a file.
 */
async function remember(
  place: Place,
  head: Head,
  { commit }: Prepared,
  changes: ReadonlyMap<string, Wanted>,
): Promise<() => Promise<void>> {
  const before = new Map<string, Kept | undefined>();
  for (const name of kept) before.set(await gitPath(place, name), keep(await gitPath(place, name)));
  return async () => {
    const now = await usersGit(place, ['rev-parse', '-q', '--verify', 'HEAD']);
    // Somebody else has gone on from here.
    if (now.stdout.toString('latin1').trim() !== head.commit) return;
    const merging =
      read(await gitPath(place, 'MERGE_HEAD'))
        ?.toString('latin1')
        .trim() === commit;
    const staged = await usersGit(place, ['diff-index', '--cached', '--quiet', '--ignore-submodules=all', 'HEAD']);
    for (const entry of before) putBack(...entry);
    if (merging) for (const name of left) rmSync(await gitPath(place, name), { force: true });
    if (staged.code !== 0) await putFilesBack(place, [...changes.keys()]);
  };
}

/**
 * Makes one commit of the changes on top of HEAD and a new branch at it; nothing else is touched.
 * Contract: as `readyToBranch`; on any failure there is no branch.
 */
export async function landOnBranch(
  repository: Repository,
  head: Head,
  changes: ReadonlyMap<string, Wanted>,
  message: string,
  name: string,
): Promise<Sha> {
  const { place } = repository;
  await readyToBranch(place, name);
  return withCommit(repository, head.commit, changes, message, async (prepared) => {
    const takeBack = await prepared.store();
    const zeros = '0'.repeat(prepared.commit.length);
    const args = ['update-ref', '-m', message, `refs/heads/${name}`, prepared.commit, zeros];
    const { code, stderr } = await usersGit(place, args);
    if (code === 0) return prepared.commit;
    takeBack();
    throw new UserError(`Git can't make the branch ${name} (${complaint(stderr)}): choose another name.`);
  });
}
