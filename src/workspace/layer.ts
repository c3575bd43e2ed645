import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Mount } from '../domain/workspace.ts';
import { type FileNode, folderNode, type Manifest, type Node } from './manifest.ts';
import { stampOf } from './stamp.ts';
import { setTime } from './survey.ts';
import { unreadable } from './tree.ts';

/** Copies of what commands made, beside the tree. */
export interface Layer {
  readonly dir: string;
  /** Made for all candidates: nobody may change it, and what is gone stays gone. */
  readonly lasting: boolean;
  /** Whether installed packages may be moved out of the tree and mounted instead of copied. */
  readonly mounts: boolean;
  count: number;
}

/** Folders that no command writes to after they are installed. */
const installed = /(^|\/)(node_modules|\.venv|venv|vendor)$/;

/** Makes what is on disk now at some paths part of the manifest. */
export async function keepPaths(
  manifest: Manifest,
  root: string,
  paths: readonly string[],
  layer: Layer,
): Promise<{ readonly nodes: readonly { path: string; node: Node }[]; readonly binds: readonly Mount[] }> {
  const nodes: { path: string; node: Node }[] = [];
  const binds: Mount[] = [];
  for (const path of paths) {
    const absolute = join(root, path);
    const found = lstatSync(absolute, { throwIfNoEntry: false });
    if (found === undefined) {
      if (layer.lasting && path !== '') manifest.delete(path);
      continue;
    }
    const mounted = layer.mounts && installed.test(path) && found.isDirectory();
    if (mounted) binds.push({ from: moveOut(absolute, layer), to: absolute });
    const node: Node | undefined = mounted ? { kind: 'mount', of: 'folder' } : await keepNode(absolute, layer);
    if (node === undefined) continue;
    manifest.set(path, node);
    nodes.push({ path, node });
  }
  return { nodes, binds };
}

/** The node of what is on disk now, with copies of its files kept; undefined for sockets and the like. */
async function keepNode(path: string, layer: Layer): Promise<Node | undefined> {
  const found = lstatSync(path, { bigint: true });
  const mode = Number(found.mode & 0o7777n);
  if (found.isSymbolicLink())
    return { kind: 'link', target: readlinkSync(path), guarded: layer.lasting, seen: undefined };
  if (found.isFile()) return keepFile(path, mode, found.nlink > 1n, layer);
  if (!found.isDirectory()) return undefined;
  const folder = folderNode(mode);
  // Installed packages are tens of thousands of files; others get their turn once a folder.
  await setImmediate();
  if ((mode & 0o500) !== 0o500) chmodSync(path, mode | 0o700);
  for (const name of readdirSync(path)) {
    const child = name.includes(unreadable) ? undefined : await keepNode(join(path, name), layer);
    if (child !== undefined) folder.children.set(name, child);
  }
  return folder;
}

function keepFile(path: string, mode: number, shared: boolean, layer: Layer): FileNode {
  const locked = (mode & 0o400) === 0;
  if (locked) chmodSync(path, mode | 0o400);
  const copy = duplicate(path, nextName(layer), 0o400);
  const stamp = stampOf(lstatSync(copy, { bigint: true }), 0n);
  // A change of a file that a package manager linked from its store would go there too.
  if (shared) renameSync(duplicate(copy, `${copy}.single`, mode), path);
  else if (locked) chmodSync(path, mode);
  return { kind: 'file', mode, source: { from: 'copy', path: copy, stamp }, guarded: layer.lasting, seen: undefined };
}

function duplicate(path: string, copy: string, mode: number): string {
  copyFileSync(path, copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  setTime(copy, lstatSync(path, { bigint: true }).mtimeNs);
  chmodSync(copy, mode);
  return copy;
}

/** Moves a whole folder out of the tree, leaving a place to mount it. */
function moveOut(path: string, layer: Layer): string {
  const to = nextName(layer);
  renameSync(path, to);
  mkdirSync(path);
  return to;
}

function nextName(layer: Layer): string {
  mkdirSync(layer.dir, { recursive: true });
  return join(layer.dir, String(layer.count++));
}

/** Notes how kept files look now, so that they need not be read to be known again. */
export function stampNodes(path: string, node: Node, clock: bigint): void {
  if (node.kind === 'folder') {
    for (const [name, child] of node.children) stampNodes(join(path, name), child, clock);
  } else if (node.kind !== 'mount') node.seen = stampOf(lstatSync(path, { bigint: true }), clock);
}
