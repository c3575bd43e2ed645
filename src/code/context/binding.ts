import type { Span } from '../symbol/definition.ts';
import type { SyntaxNode } from '../syntax/tree.ts';

/** A name that a statement brings into a file, or gives out of it. The span is the whole statement's. */
export interface Binding extends Span {
  /** The name in this file; `*` where all names of the module come along. */
  readonly local: string;
  /** As written; empty for this file itself. */
  readonly module: string;
  /** Its name over there; undefined for the module as a whole. */
  readonly imported: string | undefined;
  /** Seen by others only: `export { a } from './b'`. */
  readonly outward?: true;
}

/** The file or files that a module is made of. Paths are relative to the repository's root. */
export interface Module {
  readonly files: readonly string[];
  /** Where modules below it are. */
  readonly folder?: string;
  /** What its symbols begin with in these files: an inline module's name. */
  readonly prefix?: string;
}

/** A file that has been read. */
export interface Text {
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
}

/** The repository, as far as it is asked for. Contract: each file is read once, and all that was asked for is remembered. */
export interface Shelf {
  /** Undefined for what is not there or too large. */
  text(path: string): Promise<string | undefined>;
  /** The paths of the files in a folder, without those below. */
  list(folder: string): Promise<readonly string[]>;
}

/** How the files of a language find each other. */
export interface Linker {
  bindings(file: Text): readonly Binding[];
  /** Undefined for what is not in the repository. */
  module(file: Text, specifier: string, shelf: Shelf): Promise<Module | undefined>;
  /** Files whose names are seen without an import, nearest first: those that may define this one. */
  beside(file: Text, name: string, shelf: Shelf): Promise<readonly string[]>;
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Undefined for what leads out of the repository. */
export function joined(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The folder and those around it, the repository's root last. */
export function foldersAround(folder: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), ''];
}

export async function firstThat(
  paths: Iterable<string | undefined>,
  holds: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const path of paths) if (path !== undefined && (await holds(path))) return path;
  return undefined;
}

export const isThere =
  (shelf: Shelf) =>
  async (path: string): Promise<boolean> =>
    (await shelf.text(path)) !== undefined;
