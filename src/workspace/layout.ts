import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../domain/workspace.ts';
import type { Input } from './inputs.ts';
import { folderNode, Manifest, type Node } from './manifest.ts';
import type { Repository } from './repository.ts';
import type { Scope } from './scope.ts';
import { stampOf } from './stamp.ts';
import { type Entry, type Sha, unreadable } from './tree.ts';

// Every mount costs each launch of a command some tenths of a millisecond, and more the more there are.
const mountedFiles = 32;

function fileMode(mode: Entry['mode']): number {
  return mode === '100755' ? 0o755 : 0o644;
}

/** The node of a file in git. */
export async function gitNode(repository: Repository, entry: Omit<Entry, 'path'>, guarded: boolean): Promise<Node> {
  const { mode, sha } = entry;
  if (mode === '160000') return folderNode();
  if (mode === '120000')
    return { kind: 'link', target: (await repository.blob(sha)).toString('utf8'), guarded, seen: undefined };
  return { kind: 'file', mode: fileMode(mode), source: { from: 'blob', sha }, guarded, seen: undefined };
}

/** What a checkout of the base holds, before anything is prepared. */
export async function layOut(repository: Repository, tree: Sha, scope: Scope): Promise<Manifest> {
  const manifest = new Manifest();
  for (const entry of await repository.files(tree)) {
    if (entry.path.includes(unreadable)) continue;
    manifest.set(entry.path, await gitNode(repository, entry, !scope.has(entry.path)));
  }
  return manifest;
}

/** Adds the inputs: mounts where the runner can make them, else copies. */
export function addInputs(
  manifest: Manifest,
  root: string,
  inputs: readonly Input[],
  scope: Scope,
  bind: boolean,
): Mount[] {
  const files = inputs.filter(({ why }) => why === 'lfs').length;
  const binds: Mount[] = [];
  for (const { path, at, why } of inputs) {
    const from = realpathSync(path);
    const mounted = bind && !(why === 'lfs' && (files > mountedFiles || scope.has(at)));
    if (mounted) {
      manifest.set(at, { kind: 'mount', of: statSync(from).isDirectory() ? 'folder' : 'file' });
      binds.push({ from, to: join(root, at) });
    } else {
      const node = inputNode(from, why !== 'lfs' || !scope.has(at));
      if (node !== undefined) manifest.set(at, node);
    }
  }
  return binds;
}

function inputNode(path: string, guarded: boolean): Node | undefined {
  const found = lstatSync(path, { bigint: true });
  const mode = Number(found.mode & 0o777n);
  if (found.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path), guarded, seen: undefined };
  if (found.isFile()) {
    return { kind: 'file', mode, source: { from: 'input', path, stamp: stampOf(found, 0n) }, guarded, seen: undefined };
  }
  if (!found.isDirectory()) return undefined;
  const folder = folderNode(mode);
  for (const name of readdirSync(path)) {
    // A checkout has no repository in it, not even a submodule's.
    const child = name === '.git' || name.includes(unreadable) ? undefined : inputNode(join(path, name), guarded);
    if (child !== undefined) folder.children.set(name, child);
  }
  return folder;
}
