/** Offsets in UTF-16 units; the end is the first that is not part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A function, method, class, type or value that a file defines. */
export interface Definition extends Span {
  readonly name: string;
  /** With the names of what it stands in: `Result.merge`. */
  readonly symbol: string;
  readonly kind: 'function' | 'method' | 'class' | 'type' | 'value';
  /** As written, without decorators and body, white space folded to one line. */
  readonly signature: string;
  /** From 1. The span begins with decorators, attributes or `export`, and not with the comment before it. */
  readonly startLine: number;
  readonly endLine: number;
  /** Its comment or docstring, without the marks. */
  readonly doc?: string;
  /** Without the braces, where it has one. */
  readonly body?: Span;
  /** It stands in a function. */
  readonly local?: true;
}
