import type { Parser, Tree } from 'web-tree-sitter';
import type { Target } from '../../domain/target.ts';
import { within } from '../confine/room.ts';
import { errorLine } from '../error-line.ts';
import { languageOf, parserOf, unsupported } from '../languages.ts';
import { markers } from '../markers.ts';
import { homeOf, isName, type Names, namesOf, resolve, unread } from './names.ts';
import type { SyntaxTable } from './table.ts';
import { TABLES } from './tables.ts';
import { copied, holds, nodesOf, type SyntaxNode } from './tree.ts';

/** A text that parses, ready to be edited. */
export interface Program {
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
  readonly table: SyntaxTable;
  /** Where edits are allowed. */
  readonly regions: readonly Region[];
  /** How many marked blocks it has. */
  readonly blocks: number;
  readonly names: Names;
  /** How its lines end. */
  readonly newline: string;
}

export interface Region {
  readonly start: number;
  readonly end: number;
}

export type Opened =
  | { readonly kind: 'open'; readonly program: Program }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'unparsable'; readonly reason: string };

export async function open(path: string, text: string, target?: Target): Promise<Opened> {
  const language = languageOf(path);
  const table = TABLES[language?.name ?? ''];
  if (language === undefined || table === undefined) return { kind: 'unsupported', reason: unsupported(path) };
  const marked = markers(path, text);
  if (marked.kind === 'bad') return { kind: 'unparsable', reason: `${path}:${marked.line}: ${marked.reason}` };
  const blocks = marked.kind === 'blocks' ? marked.blocks : [{ start: 0, end: text.length }];
  const regions = await within(blocks, path, text, target);
  const tree = parsed(await parserOf(language), text);
  try {
    const line = errorLine(tree);
    if (line !== undefined) return { kind: 'unparsable', reason: `${path}:${line}: not valid ${language.name}` };
    const root = copied(tree);
    const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
    const names = namesOf(root, text, table);
    return {
      kind: 'open',
      program: { path, text, root, table, regions, blocks: blocks.length, names, newline },
    };
  } finally {
    tree.delete();
  }
}

function parsed(parser: Parser, text: string): Tree {
  const tree = parser.parse(text);
  if (tree === null) throw new Error('the parser gave up');
  return tree;
}

/** Whether a text may take the place of the program's: it parses, has its markers, and leaves no name unread. */
export async function accepts(program: Program, text: string): Promise<boolean> {
  const { path, blocks, table } = program;
  const language = languageOf(path);
  const marked = markers(path, text);
  if (language === undefined || marked.kind === 'bad') return false;
  if ((marked.kind === 'blocks' ? marked.blocks.length : 1) !== blocks) return false;
  const tree = parsed(await parserOf(language), text);
  try {
    if (tree.rootNode.hasError) return false;
    return !table.unreadFails || unread(namesOf(copied(tree), text, table)) <= unread(program.names);
  } finally {
    tree.delete();
  }
}

export const textOf = ({ text }: Program, { start, end }: Region): string => text.slice(start, end);

export const isAllowed = ({ regions }: Program, { start, end }: Region): boolean =>
  regions.some((region) => region.start <= start && end <= region.end);

/** From 1. */
export function lineOf({ text }: Program, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** A few words of code, on one line. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

// A summary has to fit a row of a table.
const SHOWN = 40;

/** Whether all names in a node mean the same at another offset inside `within`. */
export function meansSame(program: Program, node: SyntaxNode, within: SyntaxNode, at: number): boolean {
  const { names, table } = program;
  for (const leaf of nodesOf(node)) {
    if (!isName(leaf, table)) continue;
    const name = textOf(program, leaf);
    const here = resolve(names, table, name, leaf, leaf.start);
    if (here !== undefined && holds(node, here.node)) continue;
    if (resolve(names, table, name, within, at) !== here) return false;
  }
  return true;
}

export const sameHome = ({ table }: Program, a: SyntaxNode, b: SyntaxNode): boolean =>
  homeOf(a, table) === homeOf(b, table);
