import type { SyntaxNode } from '../syntax/tree.ts';
import type { Definition, Span } from './definition.ts';

/** What a node of a syntax tree defines. */
export interface Head {
  /** Its name, after those that the node itself puts before it: the receiver's type, a qualifier. */
  readonly names: readonly [string, ...string[]];
  readonly kind: Definition['kind'];
  /** All of it, with `export`, decorators, templates. */
  readonly outer: SyntaxNode;
  /** Where the signature ends, with punctuation that is no part of it. */
  readonly until: number;
  readonly body?: Span;
  /** Its name is not put before those inside. */
  readonly flat?: true;
}

/** How a language defines things. */
export interface Grammar {
  readonly heads: (node: SyntaxNode, text: string) => readonly Head[];
  /** Names that stand before those inside of a node which defines nothing itself. */
  readonly scope: (node: SyntaxNode, text: string) => readonly string[];
  /** Nodes in which values are of no interest. */
  readonly functions: ReadonlySet<string>;
  /** Decorators, annotations and attributes: siblings before a definition, or children that its signature leaves out. */
  readonly marks: ReadonlySet<string>;
  /** Macros that the parser can't read leave errors in sound functions. */
  readonly macros?: true;
  /** Declarations give way to the definition of the same symbol. */
  readonly prototypes?: true;
}

export const sliced = (text: string, { start, end }: Span): string => text.slice(start, end);

/** The span inside of the braces, or the whole of what has none. */
export function inner({ start, end }: Span, text: string): Span {
  const braced = text[start] === '{' && text[end - 1] === '}' && end - start >= 2;
  return braced ? { start: start + 1, end: end - 1 } : { start, end: start + text.slice(start, end).trimEnd().length };
}

/** The rest of a head whose body is a node, or nothing. */
export function upTo(body: SyntaxNode | undefined, outer: SyntaxNode, text: string): Pick<Head, 'until' | 'body'> {
  return body === undefined ? { until: outer.end } : { until: body.start, body: inner(body, text) };
}

/** The outermost of the nodes around this one that are of these kinds, without a gap. */
export function wrapped(node: SyntaxNode, kinds: ReadonlySet<string>): SyntaxNode {
  let at = node;
  while (at.parent !== undefined && kinds.has(at.parent.type)) at = at.parent;
  return at;
}
