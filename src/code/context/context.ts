import type { Definition } from '../symbol/definition.ts';
import { folderOf } from './binding.ts';
import { goalIn } from './goal.ts';
import { type Defined, ownDefinition } from './lookup.ts';
import { neededImports } from './needed-imports.ts';
import { type Files, type Inputs, libraryOf } from './shelf.ts';
import { type Use, usesOf } from './uses.ts';

/** What must be known of a definition to change it. */
export interface Context {
  readonly path: string;
  readonly symbol: string;
  readonly language: string;
  readonly signature: string;
  /** From 1, both are part of it. */
  readonly lines: readonly [first: number, last: number];
  /** What it is for. */
  readonly goal?: string;
  /** Statements of its file that bring what it uses. */
  readonly imports: readonly string[];
  /** What of the repository it uses itself, nearest first. */
  readonly dependencies: readonly Dependency[];
  readonly inputs: Inputs;
}

export interface Dependency {
  /** `apply_transform`, `Result.merge`. */
  readonly name: string;
  readonly signature: string;
  readonly path: string;
  /** It is in the target's own file. */
  readonly same: boolean;
}

/** More are no help to anybody. */
const MOST = 60;
const LONGEST = 400;
const LONGEST_LINE = 160;

/** Contract: reads the files that the target's names lead to, and lists no folder but theirs. */
export async function contextOf(
  files: Files,
  target: { readonly path: string; readonly definition: Definition },
): Promise<Context> {
  const { path, definition } = target;
  const library = libraryOf(files);
  const source = await library.source(path);
  if (source === undefined) throw new Error(`${path} can't be read`);
  const uses = await usesOf(library, source, definition);
  const imports = await neededImports(library, source, definition, uses);
  const goal = goalIn(source, definition);
  const ranked = uses.all
    .map((use, order) => ({ use, order, far: distance(path, use.of.source.path) }))
    .sort((a, b) => a.far - b.far || a.order - b.order)
    .slice(0, MOST);
  return {
    path,
    symbol: definition.symbol,
    language: source.language,
    signature: shortened(definition.signature),
    lines: [definition.startLine, definition.endLine],
    ...(goal === undefined ? {} : { goal }),
    imports,
    dependencies: ranked.map(({ use }) => dependencyOf(use, path)),
    inputs: library.inputs(),
  };
}

function dependencyOf({ of, constructs }: Use, from: string): Dependency {
  const { source, definition } = of;
  const made = constructs ? constructorOf(of) : undefined;
  const own = definition.kind === 'value' ? lineOf(of) : shortened(definition.signature);
  return {
    name: definition.symbol,
    signature: made === undefined ? own : `${own}; ${shortened(made)}`,
    path: source.path,
    same: source.path === from,
  };
}

/** Of a value the line says more than its name. */
function lineOf({ source: { text }, definition: { start, end, name } }: Defined): string {
  const lines = text.slice(start, end).split('\n');
  // Attributes may stand before it.
  const line = (lines.find((one) => one.includes(name)) ?? lines[0] ?? '').trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}

function constructorOf({ source, definition }: Defined): string | undefined {
  const names = ['__init__', 'constructor', definition.name];
  const found = names
    .map((name) => ownDefinition(source, `${definition.symbol}.${name}`))
    .find((one) => one?.definition.kind === 'method');
  return found?.definition.signature;
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/** Steps from one file to another over folders; none to the file itself. */
function distance(from: string, to: string): number {
  if (from === to) return 0;
  const [a, b] = [folderOf(from).split('/'), folderOf(to).split('/')];
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return 1 + a.length + b.length - 2 * shared;
}
