import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { usable } from './content.ts';
import type { FileNode, FolderNode, LinkNode, Node } from './manifest.ts';
import { remove, unlocked } from './remove.ts';
import { stampOf, tick } from './stamp.ts';
import { setTime } from './survey.ts';
import type { Sha } from './tree.ts';

interface Item<N extends Node = Node> {
  readonly path: string;
  readonly node: N;
}

// Enough to keep git busy, few enough to hold in memory.
const blobsAtOnce = 64;

/** Makes nodes on disk again, with all that is below them, in place of whatever is there. */
export async function restore(
  root: string,
  items: readonly Item[],
  blob: (sha: Sha) => Promise<Buffer>,
  probe: string,
): Promise<void> {
  if (items.length === 0) return;
  const files: Item<FileNode>[] = [];
  const stamped: Item<FileNode | LinkNode>[] = [];
  const folders: Item<FolderNode>[] = [];
  const open: (Item & { readonly fresh?: true })[] = [...items];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { path, node, fresh } = item;
    const absolute = path === '' ? root : join(root, path);
    if (fresh !== true) remove(absolute);
    switch (node.kind) {
      case 'folder':
        place(absolute, () => mkdirSync(absolute, { mode: 0o700 }));
        folders.push({ path: absolute, node });
        for (const [name, child] of node.children)
          open.push({ path: path === '' ? name : `${path}/${name}`, node: child, fresh: true });
        break;
      case 'mount':
        place(absolute, () => (node.of === 'folder' ? mkdirSync(absolute) : writeFileSync(absolute, '')));
        break;
      case 'link':
        place(absolute, () => symlinkSync(node.target, absolute));
        stamped.push({ path: absolute, node });
        break;
      case 'file':
        files.push({ path: absolute, node });
        stamped.push({ path: absolute, node });
    }
  }
  await writeFiles(files, blob);
  for (const { path, node } of folders) chmodSync(path, node.mode);
  const clock = tick(probe);
  for (const { path, node } of stamped) node.seen = stampOf(lstatSync(path, { bigint: true }), clock);
}

async function writeFiles(files: readonly Item<FileNode>[], blob: (sha: Sha) => Promise<Buffer>): Promise<void> {
  for (let start = 0; start < files.length; start += blobsAtOnce) {
    const batch = files.slice(start, start + blobsAtOnce);
    const contents = await Promise.all(
      batch.map(({ node }) => (node.source.from === 'blob' ? blob(node.source.sha) : undefined)),
    );
    // Copies are made without waiting, so others get their turn here.
    if (start > 0) await setImmediate();
    for (const [index, { path, node }] of batch.entries()) {
      const content = contents[index];
      place(path, () => (content === undefined ? copy(node, path) : write(path, node.mode, content)));
      if (node.seen !== undefined) setTime(path, node.seen.mtimeNs);
    }
  }
}

function write(path: string, mode: number, content: Buffer): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}

function copy(node: FileNode, path: string): void {
  if (node.source.from === 'blob') throw new Error(`${path} has no file to be copied from`);
  copyFileSync(usable(node.source), path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  chmodSync(path, node.mode);
  setTime(path, node.source.stamp.mtimeNs);
}

function place(path: string, work: () => void): void {
  unlocked(dirname(path), work);
}
