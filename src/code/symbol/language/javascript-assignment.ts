import { part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Head, sliced, upTo, wrapped } from '../grammar.ts';
import { bare, madeOf } from './javascript-value.ts';

const CHAIN = new Set(['assignment_expression', 'expression_statement', 'parenthesized_expression']);

/** `exports.f = …`, `Foo.prototype.bar = …`, `module.exports = …`. */
export function assignment(node: SyntaxNode, text: string): readonly Head[] {
  const left = part(node, 'left');
  const right = part(node, 'right');
  const way = left === undefined ? undefined : wayOf(left, text);
  if (way === undefined || right === undefined) return [];
  const made = madeOf(right, text);
  const outer = wrapped(node, CHAIN);
  if (outer.type !== 'expression_statement') return [];
  const names = way.names.length === 0 && made.kind !== 'value' ? [made.name ?? 'default'] : way.names;
  const [first, ...rest] = names;
  if (first === undefined || !isDefinition(way, made.kind, right)) return [];
  const kind = made.kind === 'function' && rest.length > 0 ? 'method' : made.kind;
  const chained = right.type === 'assignment_expression' ? { flat: true as const } : {};
  return [{ names: [first, ...rest], kind, outer, ...chained, ...upTo(made.body, outer, text) }];
}

/** An object's functions belong to what it is assigned to. */
export function assignmentScope(node: SyntaxNode, text: string): readonly string[] {
  const left = part(node, 'left');
  const right = part(node, 'right');
  if (left === undefined || right === undefined || bare(right).type !== 'object') return [];
  return wayOf(left, text)?.names ?? [];
}

/** Names of what is defined elsewhere, and what compilers write before it is. */
const ALIASES = new Set(['identifier', 'member_expression', 'undefined', 'unary_expression']);

/** Assigning a value is a definition only where it is exported; giving a name to what has one is none. */
function isDefinition(way: Way, kind: Head['kind'], right: SyntaxNode): boolean {
  if (kind !== 'value') return true;
  return way.exported && !ALIASES.has(bare(right).type);
}

interface Way {
  readonly names: readonly string[];
  readonly exported: boolean;
}

const GLOBALS = new Set(['window', 'globalThis', 'self', 'global', 'this']);

function wayOf(left: SyntaxNode, text: string): Way | undefined {
  const parts: string[] = [];
  let at: SyntaxNode | undefined = left;
  while (at?.type === 'member_expression') {
    const property = part(at, 'property');
    if (property === undefined) return undefined;
    parts.unshift(sliced(text, property));
    at = part(at, 'object');
  }
  if (at?.type !== 'identifier' && at?.type !== 'this') return undefined;
  parts.unshift(sliced(text, at));
  const exported = parts[0] === 'exports' ? 1 : parts[0] === 'module' && parts[1] === 'exports' ? 2 : 0;
  const from = exported > 0 ? exported : parts.length > 1 && GLOBALS.has(parts[0] ?? '') ? 1 : 0;
  return { names: parts.slice(from).filter((name) => name !== 'prototype'), exported: exported > 0 };
}
