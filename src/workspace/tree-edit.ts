import type { Store } from './store.ts';
import { encodeTree, type Mode, type Sha, type TreeLine, treeLine } from './tree.ts';

/** A stored blob for a path; null deletes what is there, a folder too. Without a mode, an existing file keeps its own. */
export type TreeChange = { readonly sha: Sha; readonly mode?: Mode } | null;

interface Step {
  self: TreeChange | undefined;
  readonly below: Map<string, TreeChange>;
}

/**
 * The tree with changes made to it, stored; folders that become empty vanish.
 * Contract: paths must be such as `isTreePath` accepts, and none may be both a file and a folder.
 */
export async function editTree(store: Store, tree: Sha, changes: ReadonlyMap<string, TreeChange>): Promise<Sha> {
  for (const path of changes.keys()) {
    if (!isTreePath(path)) throw new Error(`'${path}' can't be the path of a file in a repository`);
  }
  return (await edit(store, tree, changes)) ?? store.write('tree', Buffer.alloc(0));
}

/** Whether git would take this path: relative, no empty, `.`, `..` or `.git` part. */
export function isTreePath(path: string): boolean {
  return (
    !path.includes('\0') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
  );
}

async function edit(
  store: Store,
  tree: Sha | undefined,
  changes: ReadonlyMap<string, TreeChange>,
): Promise<Sha | undefined> {
  const lines = new Map<string, TreeLine>();
  for (const line of tree === undefined ? [] : await store.tree(tree)) lines.set(line.name, line);
  for (const [name, step] of byFirstPart(changes)) {
    const line = await editLine(store, name, lines.get(name), step);
    if (line === undefined) lines.delete(name);
    else lines.set(name, line);
  }
  return lines.size === 0 ? undefined : store.write('tree', encodeTree([...lines.values()]));
}

async function editLine(
  store: Store,
  name: string,
  line: TreeLine | undefined,
  step: Step,
): Promise<TreeLine | undefined> {
  const { self, below } = step;
  const grows = [...below.values()].some((change) => change !== null);
  if (self !== undefined && self !== null) {
    if (grows) throw new Error(`'${name}' can't be both a file and a folder`);
    return treeLine(name, self.mode ?? keptMode(line), self.sha);
  }
  const left = self === null ? undefined : line;
  if (below.size === 0 || (left?.mode !== 'tree' && !grows)) return left;
  const sha = await edit(store, left?.mode === 'tree' ? left.sha : undefined, below);
  return sha === undefined ? undefined : treeLine(name, 'tree', sha);
}

function keptMode(line: TreeLine | undefined): Mode {
  return line === undefined || line.mode === 'tree' || line.mode === '160000' ? '100644' : line.mode;
}

function byFirstPart(changes: ReadonlyMap<string, TreeChange>): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const [path, change] of changes) {
    const slash = path.indexOf('/');
    const name = slash < 0 ? path : path.slice(0, slash);
    const step = steps.get(name) ?? { self: undefined, below: new Map<string, TreeChange>() };
    if (slash < 0) step.self = change;
    else step.below.set(path.slice(slash + 1), change);
    steps.set(name, step);
  }
  return steps;
}
