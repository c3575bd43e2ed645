import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Version } from '../../domain/lane.ts';
import type { Taken, Taking } from '../../domain/workplace.ts';
import { UserError } from '../../lib/user-error.ts';
import { tryGit } from '../git.ts';
import type { Repository } from '../repository.ts';
import type { Sha } from '../tree.ts';
import { type Collected, collect } from '../worktree/changes.ts';
import type { Kept } from './kept.ts';
import { laid, type Rules } from './laid.ts';

export interface Spot {
  readonly experiment: string;
  readonly root: string;
  /** The folder of what is known of it. */
  readonly side: string;
  readonly kept: Kept;
}

/** Leaves out what may not be taken, with what the parent had at a path. */
export type Hold = (collected: Collected, parent: (path: string) => Promise<Buffer | undefined>) => Promise<Collected>;

/** What has become of the files of a workspace: the base, and what lies there of the files in scope. */
export async function take(
  repository: Repository,
  rules: Rules & { readonly hold?: Hold },
  spot: Spot,
  parent: Version,
  how: Taking,
): Promise<Taken> {
  if (!existsSync(spot.root))
    throw new UserError(
      `The workspace of ${spot.experiment} is gone (${spot.root}): evolve exp discard ${spot.experiment}, and begin another`,
    );
  // What was laid out then: the base may be another by now.
  const then = await laid(repository, { ...rules, base: spot.kept.base }, spot.kept.version);
  const working = { ...spot, index: join(spot.side, 'index'), parent: then.commit, ...rules };
  const found = await collect(repository, working);
  const { collected, unstaged } =
    how.commit === 'all' ? whole(found) : await staged(repository, spot.root, then.tree, found);
  if (unstaged.length > 0 && !how.staged) return { kind: 'unstaged', paths: unstaged };
  const held = (await rules.hold?.(collected, (path) => repository.read(then.tree, path))) ?? collected;
  const { changes, modes, refused } = held;
  const edited = await repository.commit({ parents: [], onto: then.tree, changes, modes, message: how.message });
  const [before, after] = [await laid(repository, rules, parent.tree), await laid(repository, rules, edited.tree)];
  if (after.tree === before.tree) return { kind: 'unchanged', reason: 'the files in scope are the parent’s', refused };
  const draft = { parents: [parent.commit], onto: after.tree, changes: new Map(), message: how.message };
  const paths = (await repository.changes(before.tree, after.tree)).map(({ path }) => path).sort();
  return { kind: 'changed', ...(await repository.commit(draft)), paths, refused };
}

interface Sorted {
  readonly collected: Collected;
  /** New files that are not in the workspace's own index. */
  readonly unstaged: readonly string[];
}

const whole = (collected: Collected): Sorted => ({ collected, unstaged: [] });

async function staged(repository: Repository, root: string, tree: Sha, found: Collected): Promise<Sorted> {
  const known = new Set((await repository.files(tree)).map(({ path }) => path));
  const added = await stagedIn(repository, root);
  const counts = (path: string) => known.has(path) || added.has(path);
  const unstaged = [...found.changes.keys()].filter((path) => !counts(path)).sort();
  return {
    collected: {
      changes: new Map([...found.changes].filter(([path]) => counts(path))),
      modes: found.modes,
      refused: found.refused.filter(({ path }) => counts(path)),
    },
    unstaged,
  };
}

/** Read with our own settings: those of a workspace may be anybody's. What can't be read has nothing staged. */
async function stagedIn(repository: Repository, root: string): Promise<ReadonlySet<string>> {
  const env = { GIT_DIR: repository.state.gitDir, GIT_INDEX_FILE: join(root, '.git/index') };
  const { code, stdout } = await tryGit(['ls-files', '-z', '--cached'], { cwd: root, config: 'none', env });
  return new Set(code === 0 ? stdout.toString('utf8').split('\0') : []);
}
