import { UserError } from '../lib/user-error.ts';
import { type Base, takeBase } from './base.ts';
import { git } from './git.ts';
import type { Place } from './place.ts';
import { openState, type State } from './state.ts';
import { lookUp, openStore, walkTree } from './store.ts';
import { tidyObjects } from './tidy.ts';
import type { Entry, Mode, Sha } from './tree.ts';
import { type Change, diffTrees } from './tree-diff.ts';
import { editTree, type TreeChange } from './tree-edit.ts';

interface Draft {
  readonly parents: readonly Sha[];
  /** The commit whose files are changed. */
  readonly onto: Sha;
  /** null deletes; an existing file keeps its mode, a new one is a plain file. */
  readonly changes: ReadonlyMap<string, Buffer | null>;
  /** Modes that differ from that. */
  readonly modes?: ReadonlyMap<string, Mode>;
  readonly message: string;
}

/**
 * The user's code and its candidates.
 * Contract: of the user's repository only the ref `refs/evolve/<run>/base` is ever written. The same calls on the same seed
 * give the same ids. Operations may overlap.
 */
export interface Repository {
  readonly place: Place;
  readonly state: State;
  /** Throws UserError for uncommitted changes, unless `dirty` takes them in. */
  base(options: { readonly dirty: boolean }): Promise<Base>;
  /** Keeps the user's garbage collection from what is borrowed. */
  protect(run: string, head: Sha): Promise<void>;
  release(run: string): Promise<void>;
  /** Every file of a commit or tree in git's order. */
  files(treeish: Sha): Promise<readonly Entry[]>;
  read(treeish: Sha, path: string): Promise<Buffer | undefined>;
  /** What a commit holds, and what it was made from. */
  made(commit: Sha): Promise<{ readonly tree: Sha; readonly parents: readonly Sha[] }>;
  blob(sha: Sha): Promise<Buffer>;
  /** What differs between two commits or trees; cheap when little does. */
  changes(before: Sha, after: Sha): Promise<readonly Change[]>;
  commit(draft: Draft): Promise<{ readonly commit: Sha; readonly tree: Sha }>;
  /** A patch that `git apply` takes, as bytes: files need not be UTF-8. */
  diff(before: Sha, after: Sha, paths?: readonly string[]): Promise<Buffer>;
  /**
   * Packs loose objects when there are many, some thousands. Cheap to call often: otherwise it only lists one folder.
   * 'always' packs however few there are.
   */
  tidy(when?: 'many' | 'always'): Promise<void>;
  close(): void;
}

export async function openRepository(place: Place): Promise<Repository> {
  const state = await openState(place);
  const store = openStore(state.gitDir, state.format);

  async function updateRef(run: string, args: readonly string[]): Promise<void> {
    if (!/^[\w-]+(\.[\w-]+)*$/.test(run))
      throw new UserError(`'${run}' can't name a run: use letters, digits, - and _`);
    if (place.kind === 'folder') return;
    await git(['update-ref', ...args], { cwd: place.root, config: 'user' });
  }

  return {
    place,
    state,
    base: ({ dirty }) => takeBase(place, state, store, dirty),
    protect: (run, head) => updateRef(run, [`refs/evolve/${run}/base`, head]),
    release: (run) => updateRef(run, ['-d', `refs/evolve/${run}/base`]),
    files: async (treeish) => walkTree(store, await store.treeOf(treeish)),
    async read(treeish, path) {
      const line = await lookUp(store, await store.treeOf(treeish), path);
      return line === undefined || line.mode === 'tree' || line.mode === '160000' ? undefined : store.blob(line.sha);
    },
    made: async (commit) => ({ tree: await store.treeOf(commit), parents: await store.parentsOf(commit) }),
    blob: (sha) => store.blob(sha),
    async changes(before, after) {
      const [a, b] = await Promise.all([store.treeOf(before), store.treeOf(after)]);
      return diffTrees(store, a, b);
    },
    async commit({ parents, onto, changes, modes, message }) {
      const edits = new Map<string, TreeChange>();
      for (const [path, content] of changes) {
        const mode = modes?.get(path);
        const sha = content === null ? undefined : await store.write('blob', content);
        edits.set(path, sha === undefined ? null : { sha, ...(mode && { mode }) });
      }
      const tree = await editTree(store, await store.treeOf(onto), edits);
      return { commit: await store.writeCommit(tree, parents, message), tree };
    },
    async diff(before, after, paths = []) {
      const options = [
        '-r',
        '-p',
        '--full-index',
        '--binary',
        '--no-renames',
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
      ];
      const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
      const globals = [`--git-dir=${state.gitDir}`, '--literal-pathspecs'];
      return git([...globals, 'diff-tree', ...options, ...prefixes, before, after, '--', ...paths], {
        cwd: state.gitDir,
        config: 'none',
      });
    },
    tidy: (when = 'many') => tidyObjects(state.gitDir, when),
    close: () => store.close(),
  };
}
