import { nodesOf, type SyntaxNode } from '../syntax/tree.ts';
import type { Definition, Span } from './definition.ts';
import { docOf } from './doc.ts';
import type { Grammar, Head } from './grammar.ts';
import { signatureOf } from './signature.ts';
import { type Source, sourceOf } from './source.ts';

export type Definitions =
  | { readonly kind: 'found'; readonly definitions: readonly Definition[] }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'unparsable'; readonly reason: string };

/**
 * What a text defines, in source order, with what stands in functions.
 * Contract: where the text has errors, what they touch is left out; unparsable is a text of which nothing is left.
 */
export async function definitionsIn(path: string, text: string): Promise<Definitions> {
  const read = await sourceOf(path, text);
  if (read.kind === 'unsupported') return read;
  return definitionsOf(path, read.source);
}

/** What a text that was read defines. */
export function definitionsOf(path: string, source: Source): Exclude<Definitions, { kind: 'unsupported' }> {
  const definitions = found(source);
  if (definitions.length > 0 || source.errorLine === undefined) return { kind: 'found', definitions };
  return { kind: 'unparsable', reason: `${path}:${source.errorLine}: not valid ${source.language}` };
}

interface Visit {
  readonly node: SyntaxNode;
  readonly scope: readonly string[];
  /** Whether it is in a function, and in one that has a name. */
  readonly within: 'none' | 'function' | 'named';
}

function found(source: Source): readonly Definition[] {
  const { grammar, root, text } = source;
  const all: Definition[] = [];
  const describe = describerOf(source);
  const stack: Visit[] = [{ node: root, scope: [], within: 'none' }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, scope, within } = visit;
    const heads = node.named ? grammar.heads(node, text) : [];
    for (const head of heads) {
      if (head.kind === 'value' && within !== 'none') continue;
      const definition = describe(head, scope);
      if (definition !== undefined) all.push(within === 'named' ? { ...definition, local: true } : definition);
    }
    const [only] = heads.length === 1 ? heads : [];
    const names = only === undefined ? grammar.scope(node, text) : only.flat === true ? [] : only.names;
    const inner = names.length === 0 ? scope : [...scope, ...names];
    const next = withinOf(heads, grammar.functions.has(node.type), within);
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child?.named) stack.push({ node: child, scope: inner, within: next });
    }
  }
  return all.sort((a, b) => a.start - b.start || b.end - a.end);
}

function withinOf(heads: readonly Head[], isFunction: boolean, before: Visit['within']): Visit['within'] {
  if (before === 'named' || heads.some(({ kind, flat }) => flat !== true && (kind === 'function' || kind === 'method')))
    return 'named';
  return isFunction ? 'function' : before;
}

function describerOf(source: Source): (head: Head, scope: readonly string[]) => Definition | undefined {
  const { text, grammar, errors, root } = source;
  const lineOf = linesOf(text);
  const isComment = ({ type }: SyntaxNode) => type.includes('comment');
  const comments = [...nodesOf(root, (node) => !isComment(node))].filter(isComment);
  return (head, scope) => {
    const start = startOf(head.outer, grammar);
    const end = start + text.slice(start, head.outer.end).trimEnd().length;
    const { body, kind, names } = head;
    if (errors.some((error) => spoils(error, { start, end }, grammar.macros === true ? body : undefined)))
      return undefined;
    const doc = docOf({ text, comments, start, from: head.outer.start, body, python: source.language === 'Python' });
    return {
      name: names.at(-1) ?? '',
      symbol: [...scope, ...names].join('.'),
      kind,
      signature: signatureOf(head, text, grammar.marks),
      start,
      end,
      startLine: lineOf(start),
      endLine: lineOf(end),
      ...(doc === undefined ? {} : { doc }),
      ...(body === undefined ? {} : { body }),
    };
  };
}

/** Whether an error is a definition's, and not just in the part that may have some. */
function spoils(error: Span, { start, end }: Span, body: Span | undefined): boolean {
  if (error.end < start || error.start > end) return false;
  if (error.start < error.end && (error.end === start || error.start === end)) return false;
  return body === undefined || error.start <= body.start || error.end >= body.end;
}

/** With the marks that stand before it. */
function startOf(outer: SyntaxNode, { marks }: Grammar): number {
  const siblings = outer.parent?.children ?? [];
  let first = outer;
  for (let i = outer.index - 1; i >= 0; i--) {
    const before = siblings[i];
    if (before === undefined || !(marks.has(before.type) || before.type.includes('comment'))) break;
    if (marks.has(before.type)) first = before;
  }
  return first.start;
}

function linesOf(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
