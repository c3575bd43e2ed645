import type { Store } from './store.ts';
import type { Mode, Sha, TreeLine } from './tree.ts';

interface Version {
  readonly mode: Mode;
  readonly sha: Sha;
}

/** A file that two trees don't have in common: absent before it was made, absent after it was deleted. */
export interface Change {
  readonly path: string;
  readonly before?: Version;
  readonly after?: Version;
}

/** What differs between two trees, read only where they differ. A rename is a deletion and a new file. */
export async function diffTrees(
  store: Store,
  before: Sha | undefined,
  after: Sha | undefined,
  prefix = '',
): Promise<Change[]> {
  if (before === after) return [];
  const [old, young] = await Promise.all([lines(store, before), lines(store, after)]);
  const names = new Set([...old.keys(), ...young.keys()]);
  const parts = [...names].map(async (name): Promise<Change[]> => {
    const a = old.get(name);
    const b = young.get(name);
    if (a !== undefined && b !== undefined && a.sha === b.sha && a.mode === b.mode) return [];
    const path = prefix + name;
    const below = await diffTrees(store, folder(a), folder(b), `${path}/`);
    const was = version(a);
    const is = version(b);
    if (was === undefined && is === undefined) return below;
    return [{ path, ...(was && { before: was }), ...(is && { after: is }) }, ...below];
  });
  return (await Promise.all(parts)).flat();
}

async function lines(store: Store, tree: Sha | undefined): Promise<Map<string, TreeLine>> {
  const all = tree === undefined ? [] : await store.tree(tree);
  return new Map(all.map((line) => [line.name, line]));
}

function folder(line: TreeLine | undefined): Sha | undefined {
  return line?.mode === 'tree' ? line.sha : undefined;
}

function version(line: TreeLine | undefined): Version | undefined {
  return line === undefined || line.mode === 'tree' ? undefined : { mode: line.mode, sha: line.sha };
}
