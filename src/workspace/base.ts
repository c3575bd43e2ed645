import { join } from 'node:path';
import { UserError } from '../lib/user-error.ts';
import { complaint, tryGit } from './git.ts';
import { isContentOf, parsePointer } from './lfs.ts';
import type { Place } from './place.ts';
import { filtersOff, must, type Run, withPrivateIndex } from './private-index.ts';
import { isSettings } from './scope.ts';
import { looksSecret } from './secret.ts';
import type { State } from './state.ts';
import { lookUp, type Store } from './store.ts';
import type { Sha } from './tree.ts';
import { diffTrees } from './tree-diff.ts';

/** The seed: a commit without parents, so that it is the same whatever the user's history is. */
export interface Base {
  readonly commit: Sha;
  readonly tree: Sha;
  /** The user's HEAD, which keeps borrowed objects from being collected; absent when there is none. */
  readonly head?: Sha;
}

export async function takeBase(place: Place, state: State, store: Store, dirty: boolean): Promise<Base> {
  if (place.kind === 'folder') return seed(store, await snapshot(place, state, store));
  const head = await headOf(place);
  const changed = await uncommitted(place, store, head?.tree);
  if (changed.length > 0 && !dirty) {
    const what = head === undefined ? 'the repository has no commit yet, only' : 'there are uncommitted changes in';
    const advice = head === undefined ? 'commit them' : 'commit or stash them';
    throw new UserError(`${what} ${named(changed)}: ${advice}, or add --dirty to take them into the seed`);
  }
  if (head === undefined) return seed(store, await snapshot(place, state, store));
  const tree = changed.length === 0 ? head.tree : await snapshot(place, state, store, head.tree);
  return { ...(await seed(store, tree)), head: head.commit };
}

async function seed(store: Store, tree: Sha): Promise<Base> {
  if ((await store.tree(tree)).length === 0) throw new UserError('there are no files here to evolve: add some first');
  return { commit: await store.writeCommit(tree, [], 'evolve: seed'), tree };
}

async function headOf(place: Place): Promise<{ commit: Sha; tree: Sha } | undefined> {
  const args = ['rev-parse', 'HEAD^{commit}', 'HEAD^{tree}'];
  const { code, stdout } = await tryGit(args, { cwd: place.root, config: 'user' });
  const [commit, tree] = stdout.toString('latin1').split('\n');
  return code !== 0 || commit === undefined || tree === undefined ? undefined : { commit, tree };
}

/**
 * Paths that differ from HEAD. An untracked file that looks like a secret never enters a seed and so is no change, and our own
 * settings are read where they lie.
 */
async function uncommitted(place: Place, store: Store, head: Sha | undefined): Promise<string[]> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=normal',
    '--ignore-submodules=untracked',
  ];
  const settings = await filtersOff(place);
  const { code, stdout, stderr } = await tryGit(args, { cwd: place.root, config: 'user', settings });
  if (code !== 0) throw new UserError(`git can't tell what has changed in ${place.root}: ${complaint(stderr)}`);
  const changed: string[] = [];
  for (const line of stdout.toString('utf8').split('\0')) {
    const path = line.slice(3);
    if (path === '' || (line.startsWith('??') && looksSecret(path))) continue;
    if (head !== undefined && isSettings(path)) continue;
    if (line.startsWith(' M') && head !== undefined && (await isFetchedContent(place, store, head, path))) continue;
    changed.push(path);
  }
  return changed;
}

/** With filters off, git takes the content of an LFS file for a change whenever it has to look at it. */
async function isFetchedContent(place: Place, store: Store, head: Sha, path: string): Promise<boolean> {
  const line = await lookUp(store, head, path);
  if (line === undefined || line.mode === 'tree' || line.mode === '160000') return false;
  const pointer = parsePointer(await store.blob(line.sha));
  return pointer !== undefined && isContentOf(join(place.root, path), pointer);
}

function named(paths: readonly string[]): string {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return paths.slice(0, 3).join(', ') + more;
}

/** The tree of the working tree, with all it needs in the private repository. */
async function snapshot(place: Place, state: State, store: Store, head?: Sha): Promise<Sha> {
  const tree = await withPrivateIndex(place, state, { from: 'user' }, async (run) => {
    const added = await run(['add', '--all', ...(await sparse(run)), '--', '.']);
    if (added.code !== 0) throw new UserError(`git can't take ${place.root} as it is: ${complaint(added.stderr)}`);
    await dropSecrets(run, store, head);
    return (await must(run, ['write-tree'])).toString('latin1').trim();
  });
  await adopt(store, head, tree);
  return tree;
}

async function sparse(run: Run): Promise<string[]> {
  const { stdout } = await run(['config', '--type=bool', 'core.sparseCheckout']);
  return stdout.toString('latin1').trim() === 'true' ? ['--sparse'] : [];
}

async function dropSecrets(run: Run, store: Store, head: Sha | undefined): Promise<void> {
  const paths = (await must(run, ['ls-files', '-z'])).toString('utf8').split('\0');
  const secrets: string[] = [];
  for (const path of paths.filter((name) => name !== '' && looksSecret(name))) {
    if (head === undefined || (await lookUp(store, head, path)) === undefined) secrets.push(path);
  }
  if (secrets.length > 0) await must(run, ['update-index', '-z', '--force-remove', '--stdin'], secrets.join('\0'));
}

/** Stores what is new in a tree: git leaves out what it finds lent, such as staged files, which may be collected there. */
async function adopt(store: Store, before: Sha | undefined, after: Sha): Promise<void> {
  for (const { after: version } of await diffTrees(store, before, after)) {
    if (version === undefined || version.mode === '160000') continue;
    await store.write('blob', await store.blob(version.sha));
  }
  await adoptTrees(store, before, after);
}

async function adoptTrees(store: Store, before: Sha | undefined, after: Sha): Promise<void> {
  if (before === after) return;
  const old = before === undefined ? [] : await store.tree(before);
  const lines = await store.tree(after);
  for (const { name, mode, sha } of lines) {
    if (mode !== 'tree') continue;
    await adoptTrees(store, old.find((line) => line.name === name && line.mode === 'tree')?.sha, sha);
  }
  await store.write('tree', Buffer.concat(lines.map(({ raw }) => raw)));
}
