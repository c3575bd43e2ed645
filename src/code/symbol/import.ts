import type { SyntaxNode } from '../syntax/tree.ts';
import type { Span } from './definition.ts';

/** A statement at the top of a file that brings names from elsewhere. */
export interface Import extends Span {
  /** A statement by itself, also where the file has it in a group. */
  readonly text: string;
  /** What it is called here; `*` for all that there is. */
  readonly names: readonly string[];
  /** The module as written, without quotes. */
  readonly from: string;
  /** It stands in a condition, a `try` or the like. */
  readonly guarded?: true;
}

/** What a language reads off one node: nothing, or its imports. */
export type ImportReader = (node: SyntaxNode, text: string) => readonly Import[];
