import type { Stamp } from './stamp.ts';
import type { Sha } from './tree.ts';

/** Where a file's content can be had again: from git, from a copy of ours, from the user's own file. */
type Source = { readonly from: 'blob'; readonly sha: Sha } | FileSource;

/** A file that has changed since it was stamped is not used. */
export interface FileSource {
  readonly from: 'copy' | 'input';
  readonly path: string;
  readonly stamp: Stamp;
}

export interface FileNode {
  readonly kind: 'file';
  readonly mode: number;
  readonly source: Source;
  /** Whether a change by a command counts as tampering. */
  readonly guarded: boolean;
  /** How the file looked when it was last known to be right. */
  seen: Stamp | undefined;
}

export interface LinkNode {
  readonly kind: 'link';
  readonly target: string;
  readonly guarded: boolean;
  seen: Stamp | undefined;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly mode: number;
  readonly children: Map<string, Node>;
}

/** A place where the runner mounts an input: it must exist, what is in it is not ours. */
interface MountNode {
  readonly kind: 'mount';
  readonly of: 'file' | 'folder';
}

export type Node = FileNode | LinkNode | FolderNode | MountNode;

export function folderNode(mode = 0o755): FolderNode {
  return { kind: 'folder', mode, children: new Map() };
}

/** What a checkout should hold. Changes made after `mark` are taken back by `rollback`. */
export class Manifest {
  readonly root: FolderNode = folderNode();
  #undo: (() => void)[] | undefined;
  readonly #touched = new Set<string>();

  /** Paths whose node was put, taken away or put back since this was last asked. */
  takeTouched(): readonly string[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  mark(): void {
    this.#undo = [];
  }

  rollback(): void {
    for (const undo of this.#undo?.reverse() ?? []) undo();
    this.#undo = undefined;
  }

  get changedSinceMark(): boolean {
    return this.#undo !== undefined && this.#undo.length > 0;
  }

  get(path: string): Node | undefined {
    let node: Node | undefined = this.root;
    for (const part of path.split('/')) {
      if (node?.kind !== 'folder') return undefined;
      node = node.children.get(part);
    }
    return node;
  }

  /** The nearest thing above a path that is no folder, so that nothing can be put there. */
  obstacle(path: string): string | undefined {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const node = this.get(path.slice(0, slash));
      if (node === undefined) return undefined;
      if (node.kind !== 'folder') return path.slice(0, slash);
    }
    return undefined;
  }

  /** Puts a node at a path, in place of what was there, with the folders that it needs. */
  set(path: string, node: Node): void {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = this.root;
    let prefix = '';
    for (const part of parts) {
      let next = folder.children.get(part);
      if (next?.kind !== 'folder') {
        next = folderNode();
        this.#put(folder, prefix, part, next);
      }
      folder = next;
      prefix += `${part}/`;
    }
    this.#put(folder, prefix, name, node);
  }

  /** Takes away what is at a path, and the folders that become empty by that. */
  delete(path: string): void {
    const slash = path.lastIndexOf('/');
    const parent = slash < 0 ? this.root : this.get(path.slice(0, slash));
    if (parent?.kind !== 'folder') return;
    this.#put(parent, path.slice(0, slash + 1), path.slice(slash + 1), undefined);
    if (slash > 0 && parent.children.size === 0) this.delete(path.slice(0, slash));
  }

  #put(folder: FolderNode, prefix: string, name: string, node: Node | undefined): void {
    const before = folder.children.get(name);
    const change = (to: Node | undefined) => {
      this.#touched.add(prefix + name);
      put(folder, name, to);
    };
    this.#undo?.push(() => change(before));
    change(node);
  }
}

function put(folder: FolderNode, name: string, node: Node | undefined): void {
  if (node === undefined) folder.children.delete(name);
  else folder.children.set(name, node);
}
