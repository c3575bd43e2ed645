import { join } from 'node:path';
import { UserError } from '../lib/user-error.ts';
import { identity } from './git.ts';
import { type GitObject, ObjectReader } from './object-reader.ts';
import { type ObjectType, writeObject } from './object-writer.ts';
import { type Entry, type Format, parseTree, type Sha, type TreeLine } from './tree.ts';

/** The objects of the private repository and those it borrows. */
export interface Store {
  readonly gitDir: string;
  readonly format: Format;
  blob(sha: Sha): Promise<Buffer>;
  tree(sha: Sha): Promise<readonly TreeLine[]>;
  /** The tree of a commit; a tree is its own. */
  treeOf(treeish: Sha): Promise<Sha>;
  parentsOf(commit: Sha): Promise<readonly Sha[]>;
  write(type: ObjectType, content: Buffer): Promise<Sha>;
  writeCommit(tree: Sha, parents: readonly Sha[], message: string): Promise<Sha>;
  close(): void;
}

// Trees are asked for again by every candidate; this many lines are some tens of megabytes.
const cachedLines = 200_000;
// A candidate is checked out soon after it was written; what is remembered need not be asked of git.
const recentObjects = 256;
const recentBytes = 32 * 1024;

export function openStore(gitDir: string, format: Format): Store {
  const reader = new ObjectReader(gitDir);
  const objects = join(gitDir, 'objects');
  const trees = new Map<Sha, readonly TreeLine[]>();
  const recent = new Map<Sha, GitObject>();
  let lines = 0;

  function remember(sha: Sha, object: GitObject): void {
    if (object.content.length > recentBytes) return;
    recent.delete(sha);
    recent.set(sha, { type: object.type, content: Buffer.from(object.content) });
    const oldest = recent.keys().next();
    if (recent.size > recentObjects && oldest.done !== true) recent.delete(oldest.value);
  }

  async function object(sha: Sha): Promise<GitObject> {
    const found = recent.get(sha) ?? (await reader.read(sha));
    if (found === undefined) {
      const advice = 'in a partial clone, fetch all files first (git archive HEAD > /dev/null does)';
      throw new UserError(`object ${sha} is missing from the repository: ${advice}`);
    }
    return found;
  }

  async function expect(sha: Sha, type: ObjectType): Promise<Buffer> {
    const found = await object(sha);
    if (found.type !== type) throw new Error(`object ${sha} is a ${found.type}, not a ${type}`);
    return found.content;
  }

  async function write(type: ObjectType, content: Buffer): Promise<Sha> {
    const sha = await writeObject(objects, format, type, content);
    remember(sha, { type, content });
    return sha;
  }

  return {
    gitDir,
    format,
    blob: (sha) => expect(sha, 'blob'),
    async tree(sha) {
      const cached = trees.get(sha);
      if (cached !== undefined) return cached;
      const parsed = parseTree(await expect(sha, 'tree'), format);
      if (lines + parsed.length > cachedLines) {
        trees.clear();
        lines = 0;
      }
      trees.set(sha, parsed);
      lines += parsed.length;
      return parsed;
    },
    async treeOf(treeish) {
      if (trees.has(treeish)) return treeish;
      const { type, content } = await object(treeish);
      if (type === 'tree') return treeish;
      const tree = /^tree ([0-9a-f]+)\n/.exec(content.toString('latin1', 0, 80))?.[1];
      if (type !== 'commit' || tree === undefined) throw new Error(`object ${treeish} is a ${type}, not a commit`);
      return tree;
    },
    async parentsOf(commit) {
      const [head = ''] = (await expect(commit, 'commit')).toString('latin1').split('\n\n', 1);
      return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, sha = '']) => sha);
    },
    write,
    writeCommit(tree, parents, message) {
      const body = message.replaceAll('\0', '').replace(/\n*$/, '\n');
      const head = [
        `tree ${tree}`,
        ...parents.map((sha) => `parent ${sha}`),
        `author ${identity}`,
        `committer ${identity}`,
      ];
      return write('commit', Buffer.from(`${head.join('\n')}\n\n${body}`));
    },
    close: () => reader.close(),
  };
}

/** Every file of a tree in git's order. */
export async function walkTree(store: Store, tree: Sha, prefix = ''): Promise<Entry[]> {
  const lines = await store.tree(tree);
  const parts = lines.map(({ name, mode, sha }): Entry[] | Promise<Entry[]> =>
    mode === 'tree' ? walkTree(store, sha, `${prefix}${name}/`) : [{ path: prefix + name, mode, sha }],
  );
  return (await Promise.all(parts)).flat();
}

/** What is at a path of a tree. */
export async function lookUp(store: Store, tree: Sha, path: string): Promise<TreeLine | undefined> {
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const line = (await store.tree(tree)).find((entry) => entry.name === name);
  if (slash < 0 || line === undefined) return line;
  return line.mode === 'tree' ? lookUp(store, line.sha, path.slice(slash + 1)) : undefined;
}
