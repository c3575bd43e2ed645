import { createHash } from 'node:crypto';
import { languageOf, parserOf } from '../languages.ts';
import type { Definition } from '../symbol/definition.ts';
import { definitionsIn } from '../symbol/definitions.ts';
import { type Names, namesOf } from '../syntax/names.ts';
import type { SyntaxTable } from '../syntax/table.ts';
import { TABLES } from '../syntax/tables.ts';
import { copied, type SyntaxNode } from '../syntax/tree.ts';
import type { Binding, Linker, Module, Shelf, Text } from './binding.ts';
import { exportedValues } from './exported-values.ts';
import { LINKERS } from './link/link.ts';

/** A repository's files, by paths relative to its root: of a git tree or of a folder. */
export interface Files {
  /** Undefined for what is not there. */
  read(path: string): Promise<string | undefined>;
  /** The paths of the files directly in a folder; none where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
}

/** What was asked for: a file's path, or a folder's with a slash, and the hash of what was found; null where there was nothing. */
export type Inputs = Readonly<Record<string, string | null>>;

/** A file that has been parsed. */
export interface Source extends Text {
  readonly language: string;
  readonly table: SyntaxTable;
  readonly linker: Linker;
  readonly names: Names;
  readonly definitions: readonly Definition[];
  readonly bindings: readonly Binding[];
}

export interface Library extends Shelf {
  /** What a module's name means in a file; undefined for what is not in the repository. */
  module(file: Source, specifier: string): Promise<Module | undefined>;
  source(path: string): Promise<Source | undefined>;
  inputs(): Inputs;
}

/** Larger files are generated, and parsing them takes long. */
const LARGEST = 1_000_000;
/** More than a function can depend on, and what reading may cost at most. */
const MOST_FILES = 2_000;

export function libraryOf(files: Files): Library {
  const inputs = new Map<string, string | null>();
  const texts = new Map<string, Promise<string | undefined>>();
  const lists = new Map<string, Promise<readonly string[]>>();
  const sources = new Map<string, Promise<Source | undefined>>();

  async function read(path: string): Promise<string | undefined> {
    const text = texts.size > MOST_FILES ? undefined : await files.read(path);
    inputs.set(path, text === undefined ? null : hashOf(text));
    return text !== undefined && text.length <= LARGEST ? text : undefined;
  }
  async function listed(folder: string): Promise<readonly string[]> {
    const found = [...(await files.list(folder))].sort();
    inputs.set(`${folder}/`, hashOfList(found));
    return found;
  }
  const once = <Value>(known: Map<string, Promise<Value>>, key: string, make: (key: string) => Promise<Value>) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
  const text = (path: string) => once(texts, path, read);
  const modules = new Map<string, Promise<Module | undefined>>();
  const shelf: Shelf = { text, list: (folder) => once(lists, folder, listed) };
  return {
    ...shelf,
    module: (file, specifier) =>
      once(modules, `${file.path}\n${specifier}`, () => file.linker.module(file, specifier, shelf)),
    source: (path) => once(sources, path, async () => parsed(path, await text(path))),
    inputs: () => Object.fromEntries([...inputs].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Whether all that was asked for is still as it was. */
export async function isUnchanged(files: Files, inputs: Inputs): Promise<boolean> {
  for (const [path, hash] of Object.entries(inputs)) {
    const text = path.endsWith('/') ? undefined : await files.read(path);
    const now = path.endsWith('/')
      ? hashOfList([...(await files.list(path.slice(0, -1)))].sort())
      : text === undefined
        ? null
        : hashOf(text);
    if (now !== hash) return false;
  }
  return true;
}

const hashOfList = (paths: readonly string[]): string | null => (paths.length === 0 ? null : hashOf(paths.join('\n')));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

async function parsed(path: string, text: string | undefined): Promise<Source | undefined> {
  const language = languageOf(path);
  const [table, linker] = [TABLES[language?.name ?? ''], LINKERS[language?.name ?? '']];
  if (text === undefined || language === undefined || table === undefined || linker === undefined) return undefined;
  const tree = (await parserOf(language)).parse(text);
  if (tree === null) return undefined;
  let root: SyntaxNode;
  try {
    root = copied(tree);
  } finally {
    tree.delete();
  }
  const found = await definitionsIn(path, text);
  const file = { path, text, root };
  return {
    ...file,
    language: language.name,
    table,
    linker,
    names: namesOf(root, text, table),
    definitions: found.kind === 'found' ? [...found.definitions, ...exportedValues(file, found.definitions)] : [],
    bindings: linker.bindings(file),
  };
}
