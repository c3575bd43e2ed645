import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Version } from '../../domain/lane.ts';
import type { Taken, Taking } from '../../domain/workplace.ts';
import { tryGit } from '../git.ts';
import type { Repository } from '../repository.ts';
import { looksSecret } from '../secret.ts';
import type { Sha } from '../tree.ts';
import { type Collected, collect, type Working } from '../worktree/changes.ts';
import { type Kept, type KeptSlot, keepIn, stampOf } from './kept.ts';
import { laid, type Rules } from './laid.ts';

export interface Spot {
  readonly root: string;
  /** The folder of what is known of it. */
  readonly side: string;
  readonly kept: Kept;
}

/** Leaves out what may not be taken, by what the parent had at a path. */
export type Hold = (collected: Collected, parent: (path: string) => Promise<Buffer | undefined>) => Promise<Collected>;

/** What has become of the files of a workspace: the base, and what lies there of the files in scope. */
export async function take(
  repository: Repository,
  rules: Rules & { readonly hold?: Hold },
  { root, side, kept }: Spot,
  parent: Version,
  how: Taking,
): Promise<Taken> {
  // What was laid out then: the base may be another by now.
  const then = await laid(repository, { ...rules, base: kept.base }, kept.version);
  const { scope, inputs } = rules;
  const clone = kept.slot === undefined ? undefined : cloneOf(root, kept.slot);
  const working: Working = { root, index: join(side, 'index'), parent: then.commit, scope, inputs, ...clone };
  const found = await collect(repository, working);
  const sorted = how.commit === 'all' ? whole(found) : await staged(repository, root, then.tree, found);
  if (sorted.unstaged.length > 0 && !how.staged) return { kind: 'unstaged', paths: sorted.unstaged };
  const held = await rules.hold?.(sorted.collected, (path) => repository.read(then.tree, path));
  const { changes, modes, refused } = held ?? sorted.collected;
  const edited = await repository.commit({ parents: [], onto: then.tree, changes, modes, message: how.message });
  if (kept.slot !== undefined)
    keepIn(side, { ...kept, slot: { ...kept.slot, made: await made(repository, then.tree, edited.tree) } });
  const before = await laid(repository, rules, parent.tree);
  const after = await laid(repository, rules, edited.tree);
  if (after.tree === before.tree) return { kind: 'unchanged', reason: 'the files in scope are the parent’s', refused };
  const draft = { parents: [parent.commit], onto: after.tree, changes: new Map(), message: how.message };
  const paths = (await repository.changes(before.tree, after.tree)).map(({ path }) => path).sort();
  return { kind: 'changed', ...(await repository.commit(draft)), paths, refused };
}

/** What lay there before and is as it was is no part of the change, nor is what looks like a secret. */
function cloneOf(root: string, { warm = {} }: KeptSlot): Pick<Working, 'clone'> {
  const gitDir = join(root, '.git');
  if (!existsSync(gitDir)) return {};
  const leaves = (path: string) =>
    looksSecret(path) || (warm[path] !== undefined && warm[path] === stampOf(join(root, path)));
  return { clone: { gitDir, leaves } };
}

async function made(repository: Repository, before: Sha, after: Sha): Promise<Readonly<Record<string, Sha>>> {
  const changes = await repository.changes(before, after);
  return Object.fromEntries(
    changes.flatMap(({ path, before: was, after: is }) => (was === undefined && is ? [[path, is.sha]] : [])),
  );
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
  return {
    collected: {
      changes: new Map([...found.changes].filter(([path]) => counts(path))),
      modes: new Map([...found.modes].filter(([path]) => counts(path))),
      refused: found.refused.filter(({ path }) => counts(path)),
    },
    unstaged: [...found.changes.keys()].filter((path) => !counts(path)).sort(),
  };
}

/** Read with our own settings: those of a workspace may be anybody's. What can't be read has nothing staged. */
async function stagedIn(repository: Repository, root: string): Promise<ReadonlySet<string>> {
  const env = { GIT_DIR: repository.state.gitDir, GIT_INDEX_FILE: join(root, '.git/index') };
  const { code, stdout } = await tryGit(['ls-files', '-z', '--cached'], { cwd: root, config: 'none', env });
  return new Set(code === 0 ? stdout.toString('utf8').split('\0') : []);
}
