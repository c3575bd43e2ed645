import { open } from './syntax/program.ts';
import type { SyntaxTable } from './syntax/table.ts';
import { nodesOf, type SyntaxNode } from './syntax/tree.ts';

/** What a text is like, in numbers that can be added up over files. */
export type Traits = {
  /** Characters that are not white space. */
  readonly size: number;
  /** One more than there are functions, branches, loops, calls, subscripts and operators; lines, where the language is not known. */
  readonly complexity: number;
};

export async function traitsOf(path: string, text: string): Promise<Traits> {
  const size = text.replace(/\s+/g, '').length;
  const opened = await open(path, text);
  if (opened.kind !== 'open') return { size, complexity: text.split('\n').filter((line) => line.trim() !== '').length };
  const { root, table } = opened.program;
  let complexity = 1;
  for (const node of nodesOf(root)) if (counts(node, table)) complexity++;
  return { size, complexity };
}

/** Branches that the table of a language has no word for. */
const BRANCHES = /(?:^|_)(?:case|catch|except|elif|arm|guard)(?:_|$)/;

function counts({ type, named }: SyntaxNode, table: SyntaxTable): boolean {
  if (!named) return false;
  const { functions, ifs, loops, ternaries, calls, subscripts, binary, unary, assigning } = table;
  const counted = [functions, ifs, loops, ternaries, calls, subscripts, binary, unary, assigning];
  return counted.some((kinds) => kinds.has(type)) || BRANCHES.test(type);
}
