import { constants, cpSync, lstatSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Refused } from '../../domain/candidate.ts';
import type { Reach } from '../../domain/sandbox.ts';
import type { Left, Mount, Shut, Workspace } from '../../domain/workspace.ts';
import { git } from '../git.ts';
import type { Input } from '../inputs.ts';
import { mergeInto } from '../merge.ts';
import type { Place } from '../place.ts';
import { remove } from '../remove.ts';
import type { Repository } from '../repository.ts';
import type { Scope } from '../scope.ts';
import type { Sha } from '../tree.ts';
import { type Collected, collect } from './changes.ts';
import { keep, keptChanges, restore } from './kept.ts';
import { makeOwnRepository } from './repository.ts';

export interface WorktreePlan {
  /** The first is checked out; what the second changed since the base is merged into it. */
  readonly parents: readonly [Parent, ...Parent[]];
  readonly base: Sha;
  readonly scope: Scope;
  readonly inputs: readonly Input[];
  /** Whoever works here gets the mounts. Else inputs are copied. */
  readonly bind: boolean;
  /** What keeps whoever works here from what is not for them. */
  readonly hidden?: readonly Mount[];
  /** The caller's folder, relative to the root. */
  readonly folder: string;
  readonly notes: string;
  /** As of a workspace. */
  readonly env?: readonly string[];
  /** What whoever works here is shut into, beyond the user's repository and the runs, and what it may reach. */
  readonly shut?: { readonly hidden: readonly string[]; readonly reach: Reach };
}

interface Parent {
  readonly id: string;
  readonly commit: Sha;
}

/**
 * All the code of the first parent in a folder of its own, for someone who edits files.
 * Contract: what becomes of it is what `collect` finds on disk when nobody works there any more; what was done to the
 * repository in it does not matter.
 */
export interface Worktree extends Workspace, AsyncDisposable {
  collect(): Promise<Collected>;
}

export async function createWorktree(repository: Repository, folder: string, plan: WorktreePlan): Promise<Worktree> {
  const root = join(folder, 'tree');
  const index = join(folder, 'index');
  const [first, second] = plan.parents;
  remove(folder);
  try {
    const cwd = join(root, plan.folder);
    mkdirSync(plan.notes, { recursive: true });
    const env = { GIT_DIR: repository.state.gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: index };
    const versions = second && { base: plan.base, ours: nameOf(first), theirs: nameOf(second) };
    const inputs = plan.inputs.filter(({ at, why }) => !(why === 'lfs' && plan.scope.has(at)));
    const lay = async () => {
      mkdirSync(cwd, { recursive: true });
      await git(['read-tree', '--reset', '-u', first.commit], { cwd: root, config: 'none', env });
      await makeOwnRepository(repository, root, index, { of: first.commit, apart: plan.shut !== undefined });
      const merged = versions && (await mergeInto(repository, root, join(folder, 'merge'), versions));
      for (const input of inputs) place(input, join(root, input.at), plan.bind);
      return merged;
    };
    const merged = await lay();
    const shown = inputs.map(({ path, at }) => ({ from: realpathSync(path), to: join(root, at) }));
    const own = plan.bind ? await protections(repository.place) : [];
    const working = { root, index, parent: first.commit, ...plan };
    let kept: Left | undefined;
    let basis: Left | undefined;
    let refused: readonly Refused[] = [];
    const onDisk = async (): Promise<Collected> => {
      const found = await collect(repository, working);
      const earlier = refused.filter(({ path }) => !found.refused.some((one) => one.path === path));
      return { ...found, refused: [...earlier, ...found.refused] };
    };
    return {
      root,
      cwd,
      notes: plan.notes,
      ...(plan.env === undefined ? {} : { env: plan.env }),
      conflicts: merged?.conflicts ?? [],
      unmerged: merged?.unmerged ?? [],
      mounts: plan.bind ? [...own, ...(plan.hidden ?? []), { from: root, to: root, writable: true }, ...shown] : [],
      ...(plan.shut === undefined ? {} : { shut: shutIn(repository, folder, plan.shut, shown) }),
      collect: () => (kept === undefined ? onDisk() : keptChanges(repository, first.commit, kept)),
      async save() {
        const left = await keep(repository, first.commit, await onDisk());
        [kept, basis] = [undefined, left];
        return left;
      },
      async load(left) {
        const { changes } = await collect(repository, working);
        await restore(repository, root, first.commit, left, changes.keys());
        [kept, basis, refused] = [left, left, left.refused];
      },
      async renew() {
        for (const path of [root, index]) remove(path);
        await lay();
        if (basis !== undefined) await restore(repository, root, first.commit, basis, []);
        [kept, refused] = [undefined, basis?.refused ?? []];
      },
      async [Symbol.asyncDispose]() {
        remove(folder);
      },
    };
  } catch (error) {
    remove(folder);
    throw error;
  }
}

function shutIn(
  { place, state }: Repository,
  folder: string,
  { hidden, reach }: NonNullable<WorktreePlan['shut']>,
  binds: readonly Mount[],
): Shut {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return { hidden: [place.root, ...hidden, state.dir], home, reach, binds };
}

const nameOf = ({ id, commit }: Parent) => ({ name: id, commit });

/** The user's files, and the repository's own where a linked working tree keeps it elsewhere, can't be written to. */
async function protections({ root, kind }: Place): Promise<readonly Mount[]> {
  const files = { from: root, to: root, deep: true };
  if (kind === 'folder' || lstatSync(join(root, '.git'), { throwIfNoEntry: false })?.isDirectory()) return [files];
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const found = (await git(args, { cwd: root, config: 'user' })).toString('utf8').replace(/\n$/, '');
  const common = realpathSync(found);
  return common.startsWith(`${root}/`) ? [files] : [files, { from: common, to: common, deep: true }];
}

/** A place for a mount, or a copy where nothing can be mounted. */
function place({ path }: Input, to: string, bind: boolean): void {
  const from = realpathSync(path);
  if (!bind) {
    remove(to);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  } else if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true });
  else {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, '', { flag: 'a' });
  }
}
