import { chmodSync, closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderNode, Manifest, Node } from './manifest.ts';
import { guardedPaths } from './overlay.ts';

/** What a command has done to protected files, told from what it wrote. */
export interface Written {
  /** Changed or gone. */
  readonly tampered: readonly string[];
  /** As they should be, but opened for writing, or put back: nobody can tell what they were meanwhile. */
  readonly opened: readonly string[];
  /** Folders that it wrote to, each with something protected in it that is seen unless the whole folder was replaced. */
  readonly witnesses: readonly { readonly folder: string; readonly path: string }[];
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Judges the upper folder of a veil; looks only at what is there in place of what the manifest says.
 * Contract: changes nothing in it but the modes of folders.
 */
export function judgeUpper(upper: string, tree: string, manifest: Manifest): Written {
  const tampered: string[] = [];
  const opened: string[] = [];
  const witnesses: { folder: string; path: string }[] = [];

  function visit(prefix: string, folder: FolderNode): void {
    const absolute = join(upper, prefix);
    if ((lstatSync(absolute).mode & 0o700) !== 0o700) chmodSync(absolute, 0o700);
    const names = new Set(readdirSync(absolute));
    for (const name of names) {
      const node = folder.children.get(name);
      if (node === undefined) continue;
      const path = prefix + name;
      const found = lstatSync(join(upper, path));
      if (node.kind === 'folder' && found.isDirectory()) visit(`${path}/`, node);
      else if (node.kind === 'file' && node.guarded && isSame(join(upper, path), join(tree, path))) opened.push(path);
      else tampered.push(...guardedPaths(path, node));
    }
    if (prefix === '') return;
    const [witness] = [...folder.children].find(([name, node]) => !names.has(name) && hasGuarded(node)) ?? [];
    if (witness !== undefined) witnesses.push({ folder: prefix.slice(0, -1), path: prefix + witness });
  }

  visit('', manifest.root);
  return { tampered, opened, witnesses };
}

function hasGuarded(node: Node): boolean {
  switch (node.kind) {
    case 'mount':
      return false;
    case 'file':
    case 'link':
      return node.guarded;
    case 'folder':
      return [...node.children.values()].some(hasGuarded);
  }
}

function isSame(path: string, original: string): boolean {
  const [now, then] = [lstatSync(path), lstatSync(original)];
  return now.isFile() && then.isFile() && now.mode === then.mode && now.size === then.size && hasSame(path, original);
}

function hasSame(path: string, original: string): boolean {
  const files = [openSync(path, 'r'), openSync(original, 'r')];
  try {
    for (;;) {
      const [one, other] = files.map((file) => {
        const chunk = Buffer.alloc(CHUNK_BYTES);
        return chunk.subarray(0, readSync(file, chunk));
      });
      if (one === undefined || other === undefined || !one.equals(other)) return false;
      if (one.length === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}
