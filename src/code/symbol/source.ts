import type { Node, Tree } from 'web-tree-sitter';
import { errorLine } from '../error-line.ts';
import { languageOf, parserOf, unsupported } from '../languages.ts';
import { copied, type SyntaxNode } from '../syntax/tree.ts';
import type { Span } from './definition.ts';
import type { Grammar } from './grammar.ts';
import { GRAMMARS } from './grammars.ts';

/** A text as far as it could be read. */
export interface Source {
  readonly text: string;
  readonly language: string;
  readonly grammar: Grammar;
  readonly root: SyntaxNode;
  /** What made no sense, in source order. */
  readonly errors: readonly Span[];
  /** The line of the first of them, from 1. */
  readonly errorLine?: number;
}

type Read =
  | { readonly kind: 'read'; readonly source: Source }
  | { readonly kind: 'unsupported'; readonly reason: string };

export async function sourceOf(path: string, text: string): Promise<Read> {
  const language = languageOf(path);
  const grammar = GRAMMARS[language?.name ?? ''];
  if (language === undefined || grammar === undefined) return { kind: 'unsupported', reason: unsupported(path) };
  const tree = (await parserOf(language)).parse(text);
  if (tree === null) throw new Error(`the ${language.name} parser gave up`);
  try {
    const line = errorLine(tree);
    const known = line === undefined ? {} : { errorLine: line };
    const source = { text, language: language.name, grammar, root: copied(tree), errors: errorsIn(tree), ...known };
    return { kind: 'read', source };
  } finally {
    tree.delete();
  }
}

function errorsIn({ rootNode }: Tree): readonly Span[] {
  const found: Span[] = [];
  const stack: Node[] = [rootNode];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.isError || node.isMissing) found.push({ start: node.startIndex, end: node.endIndex });
    if (node.hasError) for (const child of node.children) stack.push(child);
  }
  return found.sort((a, b) => a.start - b.start);
}
