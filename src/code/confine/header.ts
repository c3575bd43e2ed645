import { inside, type SyntaxNode } from '../syntax/tree.ts';
import { lineEnd } from './lines.ts';
import type { Reading } from './reading.ts';

const HARD = new Set(['hash_bang_line', 'shebang', 'package_clause', 'package_declaration', 'inner_attribute_item']);
/** Comments that belong to the file by their form. */
const OWN = /^(?:#!|#.*coding[:=]|\/\/!|\/\*!)/;

/** Where the first import of a file goes: after its licence, package, description and directives. */
export function headerEnd(reading: Reading): number {
  const { root, text } = reading;
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  let end = bom;
  let nodes: readonly SyntaxNode[] = root.children;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined) break;
    const guarded = guardOf(node);
    if (guarded !== undefined) {
      end = lineEnd(text, guarded.at);
      nodes = guarded.rest;
      index = -1;
      continue;
    }
    if (node.type.includes('comment')) {
      if (OWN.test(text.slice(node.start, node.end)) || isApart(text, node)) end = lineEnd(text, node.end);
      continue;
    }
    if (node.type === ';' || node.start === node.end) continue;
    if (!HARD.has(node.type) && !isDirective(reading, node)) break;
    end = lineEnd(text, node.end);
  }
  return end;
}

/** What an include guard holds. */
function guardOf({
  type,
  children,
}: SyntaxNode): { readonly at: number; readonly rest: readonly SyntaxNode[] } | undefined {
  if (type !== 'preproc_ifdef') return undefined;
  const at = children.findIndex((child) => child.type === 'preproc_def');
  const define = children[at];
  return define === undefined || at > 3 ? undefined : { at: define.end, rest: children.slice(at + 1) };
}

/** `'use strict'`, a description, `#pragma once`. */
function isDirective({ table, text }: Reading, node: SyntaxNode): boolean {
  if (node.type === 'preproc_call') return /^#\s*pragma\s+once/.test(text.slice(node.start, node.end));
  return node.type === 'expression_statement' && table.strings.has(inside(node)[0]?.type ?? '');
}

/** Whether an empty line follows: else the comment belongs to what comes next. */
function isApart(text: string, { end }: SyntaxNode): boolean {
  return /^[ \t]*\r?\n/.test(text.slice(lineEnd(text, end)));
}
