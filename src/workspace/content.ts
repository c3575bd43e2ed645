import { type BigIntStats, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import type { FileNode, FileSource, LinkNode } from './manifest.ts';
import { objectId } from './object-writer.ts';
import type { Format } from './tree.ts';

/** Whether what is at a path is what the node says, by type, mode and content. */
export function isRight(node: FileNode | LinkNode, path: string, found: BigIntStats, format: Format): boolean {
  if (node.kind === 'link') return found.isSymbolicLink() && readlinkSync(path) === node.target;
  // Some file systems give every file the same mode, whatever was asked for.
  const mode = node.seen === undefined ? node.mode : Number(node.seen.mode & 0o7777n);
  if (!found.isFile() || Number(found.mode & 0o7777n) !== mode) return false;
  const { source } = node;
  if (source.from === 'blob') return objectId(format, 'blob', readFileSync(path)) === source.sha;
  return found.size === source.stamp.size && readFileSync(path).equals(readFileSync(usable(source)));
}

/** The path of a source. Contract: throws when it is no longer what it was, for then nothing can be made the same. */
export function usable({ from, path, stamp }: FileSource): string {
  const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const same = now !== undefined && now.mtimeNs === stamp.mtimeNs && now.size === stamp.size && now.ino === stamp.ino;
  // Package managers link the user's files from their stores, which moves the time of change; nobody links our copies.
  if (same && (from === 'input' || now.ctimeNs === stamp.ctimeNs)) return path;
  throw new Error(`${path} has changed since the checkout was made from it: start again to take it as it is now`);
}
