import type { Definition, Span } from '../symbol/definition.ts';
import type { Splice } from '../syntax/splice.ts';
import { ancestorsOf, type SyntaxNode } from '../syntax/tree.ts';
import { indentOf, lineStart, moved, newlineOf } from './lines.ts';
import { mentions } from './mentions.ts';
import type { Reading } from './reading.ts';

/** A definition that only the made file has, with the comment before it. */
export interface Helper extends Span {
  readonly definition: Definition;
  /** How many lists of definitions are around it: 0 is the file. */
  readonly depth: number;
}

/** Where a second definition takes the place of the first for the whole file. */
const REPLACING = new Set(['JavaScript', 'TypeScript', 'Python']);

/** Definitions that the seed's file lacks, the target aside. Of those with a symbol that it has, the ones with a new signature. */
export function newDefinitions(seed: Reading, made: Reading): readonly Definition[] {
  const [known, count] = [bySymbol(seed), bySymbol(made)];
  return made.definitions.filter((one) => {
    if (covers(one, made.target) || covers(made.target, one)) return false;
    if (made.imports.some((other) => covers(one, other) || covers(other, one))) return false;
    const own = known.get(one.symbol) ?? [];
    if (own.length === 0) return true;
    const isMore = (count.get(one.symbol)?.length ?? 0) > own.length;
    return isMore && !own.some(({ signature }) => signature === one.signature);
  });
}

export function bySymbol({ definitions }: Reading): ReadonlyMap<string, readonly Definition[]> {
  const found = new Map<string, Definition[]>();
  for (const one of definitions) {
    const own = found.get(one.symbol);
    if (own === undefined) found.set(one.symbol, [one]);
    else own.push(one);
  }
  return found;
}

export const covers = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** The new definitions that the target uses, also by way of others, and that stand beside it or beside what it stands in. */
export function helpersFor(seed: Reading, made: Reading, fresh: readonly Definition[]): readonly Helper[] {
  const [around, there] = [containers(made, made.target), containers(seed, seed.target)];
  const known = REPLACING.has(seed.language) ? bySymbol(seed) : new Map<string, unknown>();
  const news = new Set(fresh);
  const beside = fresh.flatMap((definition): Helper[] => {
    const chain = containers(made, definition);
    const depth = chain.findLastIndex((node, index) => node === around[index]);
    const unit = depth === chain.length - 1 ? definition : groupOf(made, chain[depth + 1], news);
    // In the seed's file the target stands as deep, or directly in it or in the file.
    const isSame = around.length === there.length || depth === 0;
    return unit === undefined || !isSame || known.has(definition.symbol)
      ? []
      : [{ definition, depth, ...withComment(seed, made, unit) }];
  });
  const taken = new Set<Helper>();
  const symbols = new Set<string>();
  for (let texts = [textAt(made, made.target)]; texts.length > 0; ) {
    const used = beside.filter((one) => !taken.has(one) && isUsed(one, texts));
    for (const one of used) {
      taken.add(one);
      symbols.add(one.definition.symbol);
    }
    texts = used.map((one) => textAt(made, one));
  }
  // One statement may define several.
  return beside.filter((one) => taken.has(one) && !beside.some((other) => isEarlier(other, one) && taken.has(other)));

  /** What belongs to a new type comes with it: others than the target call it. */
  function isUsed({ definition: { name, symbol } }: Helper, texts: readonly string[]): boolean {
    const owner = symbol.split('.').slice(0, -1).join('.');
    return symbols.has(owner) || texts.some((text) => mentions(text, name));
  }

  function isEarlier(other: Helper, one: Helper): boolean {
    return beside.indexOf(other) < beside.indexOf(one) && covers(other, one);
  }
}

/** Statements that hold several definitions and nothing else. */
const GROUPS =
  /^(?:impl_item|(?:const|var|type|lexical|variable|field)_declaration|declaration|type_definition|export_statement)$/;

/** The whole of a statement in which all is new. */
function groupOf(made: Reading, node: SyntaxNode | undefined, news: ReadonlySet<Definition>): Span | undefined {
  if (node === undefined || !GROUPS.test(node.type)) return undefined;
  const isNew = made.definitions.every((one) => news.has(one) || !covers(node, one));
  const { start, end } = node;
  return isNew ? { start, end: start + made.text.slice(start, end).trimEnd().length } : undefined;
}

const textAt = ({ text }: Reading, { start, end }: Span): string => text.slice(start, end);

/** The nodes around a span, from the root to the one that it stands in. */
function containers({ root, text }: Reading, span: Span): readonly SyntaxNode[] {
  // Some nodes end with the line.
  const isSame = (one: SyntaxNode) => one.start === span.start && text.slice(span.end, one.end).trim() === '';
  let node = root;
  for (;;) {
    const inner = childAround(node, span);
    if (inner === undefined || isSame(inner)) break;
    node = inner;
  }
  return [...ancestorsOf(node)].reverse().concat(node);
}

/** By halves, since a file may have very many. */
function childAround({ children }: SyntaxNode, span: Span): SyntaxNode | undefined {
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.end ?? 0) < span.end) low = middle + 1;
    else high = middle;
  }
  const found = children[low];
  return found !== undefined && covers(found, span) ? found : undefined;
}

/** From the comment directly before it, unless that is one of the seed's. */
function withComment(seed: Reading, made: Reading, definition: Span): Span {
  const { text } = made;
  const start = attached(made, containers(made, definition).at(-1) ?? made.root, definition.start);
  const comment = text.slice(start, definition.start).trim().replaceAll('\r\n', '\n');
  const isOld = comment === '' || seed.text.replaceAll('\r\n', '\n').includes(comment);
  return { start: isOld ? definition.start : start, end: definition.end };
}

/** Where what stands at an offset begins, with attributes and comments on the lines directly before it. */
function attached({ text }: Reading, container: SyntaxNode, offset: number): number {
  let start = offset;
  for (const node of [...container.children].reverse()) {
    if (node.end > start) continue;
    const isBefore = /comment|attribute|annotation|decorator/.test(node.type);
    const isNear = /^[ \t]*(?:\r?\n)?[ \t]*$/.test(text.slice(node.end, start));
    const isAlone = text.slice(lineStart(text, node.start), node.start).trim() === '';
    if (!isBefore || !isNear || !isAlone) break;
    start = node.start;
  }
  return start;
}

/** Puts helpers directly before the target, or before what it stands in. */
export function insertHelpers(seed: Reading, made: Reading, helpers: readonly Helper[]): readonly Splice[] {
  const around = containers(seed, seed.target);
  const newline = newlineOf(seed.text) ?? '\n';
  return helpers.map((helper) => {
    const container = around[Math.min(helper.depth, around.length - 1)] ?? seed.root;
    const outer = container.children.find((child) => covers(child, seed.target)) ?? seed.target;
    const at = attached(seed, container, overloads(seed, container, outer.start));
    const indent = indentOf(seed.text, at);
    const gap = seed.language === 'Python' && helper.depth === 0 ? newline.repeat(3) : newline.repeat(2);
    return { start: at, end: at, text: moved(made, helper, seed, indent) + gap + indent };
  });
}

/** Declarations of the same name directly before belong to it. */
function overloads({ text, definitions }: Reading, container: SyntaxNode, offset: number): number {
  let start = offset;
  const own = definitions.find((one) => one.start === offset);
  for (const node of [...container.children].reverse()) {
    if (node.end > start || own === undefined) continue;
    const one = definitions.find((other) => other.start === node.start && other.symbol === own.symbol);
    if (one === undefined || text.slice(node.end, start).trim() !== '') break;
    start = one.start;
  }
  return start;
}
