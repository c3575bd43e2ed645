import type { Definition } from './symbol/definition.ts';
import { definitionsOf } from './symbol/definitions.ts';
import { sourceOf } from './symbol/source.ts';
import { kinds, type SyntaxTable } from './syntax/table.ts';
import { TABLES } from './syntax/tables.ts';
import { nodesOf, type SyntaxNode } from './syntax/tree.ts';

/** A function or method, and how many ways lead through it. */
export interface Weighed {
  readonly symbol: string;
  /** From 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Cyclomatic: one more than there are branches, loops and logical operators. */
  readonly complexity: number;
}

/** Branches that the table of a language has no word for. */
const BRANCHES = /(?:^|_)(?:case|catch|except|elif|arm|guard)(?:_|$)/;
const NO_BRANCH = /default|pattern/;
const LOGICAL = kinds('&& || and or');

/**
 * Functions and methods that have a name, in source order. What stands in a function without a name counts for the one around it.
 * None where the language is not known.
 */
export async function functionsIn(path: string, text: string): Promise<readonly Weighed[]> {
  const read = await sourceOf(path, text);
  if (read.kind !== 'read') return [];
  const { source } = read;
  const table = TABLES[source.language];
  const found = definitionsOf(path, source);
  if (table === undefined || found.kind !== 'found') return [];
  const functions = found.definitions.filter(({ kind }) => kind === 'function' || kind === 'method');
  const counts = new Map<Definition, number>(functions.map((one) => [one, 1]));
  for (const node of nodesOf(source.root)) {
    if (!divides(node, table)) continue;
    const home = functions.findLast(({ start, end }) => start <= node.start && node.end <= end);
    if (home !== undefined) counts.set(home, (counts.get(home) ?? 1) + 1);
  }
  return functions.map((one) => ({
    symbol: one.symbol,
    startLine: one.startLine,
    endLine: one.endLine,
    complexity: counts.get(one) ?? 1,
  }));
}

function divides(node: SyntaxNode, { ifs, loops, ternaries, binary }: SyntaxTable): boolean {
  const { type, named, children } = node;
  if (!named) return false;
  if (ifs.has(type) || loops.has(type) || ternaries.has(type)) return true;
  if (BRANCHES.test(type) && !NO_BRANCH.test(type)) return true;
  return binary.has(type) && children.some((child) => !child.named && LOGICAL.has(child.type));
}
