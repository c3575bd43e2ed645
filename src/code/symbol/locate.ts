import type { Target } from '../../domain/target.ts';
import { editDistance } from '../../lib/nearest.ts';
import { languageOf } from '../languages.ts';
import type { Definition } from './definition.ts';
import { definitionsIn } from './definitions.ts';
import { GRAMMARS } from './grammars.ts';
import { sameSignature } from './signature.ts';
import { tokensOf } from './tokens.ts';

/** How a person tells which definition is meant. */
export interface Selector {
  /** A name, or with as many of those that it stands in as are needed; empty where the line says it all. */
  readonly symbol: string;
  /** One of its lines, from 1. */
  readonly line?: number;
  /** Part of its signature; white space does not count. */
  readonly fragment?: string;
}

export type Located =
  | { readonly kind: 'one'; readonly definition: Definition; readonly nth: number }
  | { readonly kind: 'none'; readonly like: readonly Definition[] }
  | { readonly kind: 'several'; readonly definitions: readonly Definition[] }
  | { readonly kind: 'unsupported' | 'unparsable'; readonly reason: string };

/** The definition that is meant. */
export async function locate(path: string, text: string, selector: Selector): Promise<Located> {
  const found = await definitionsIn(path, text);
  if (found.kind !== 'found') return found;
  const { definitions } = found;
  const narrowed = chosen(settled(path, named(definitions, plain(selector.symbol))), selector);
  const [only, ...others] = narrowed;
  if (only === undefined) return { kind: 'none', like: alike(definitions, selector) };
  if (others.length > 0) return { kind: 'several', definitions: narrowed };
  return { kind: 'one', definition: only, nth: namesakes(path, definitions, only.symbol).indexOf(only) };
}

/** Which of those with its symbol a definition of this text is. */
export async function nthOf(path: string, text: string, { symbol, start, end }: Definition): Promise<number> {
  const found = await definitionsIn(path, text);
  if (found.kind !== 'found') return -1;
  return namesakes(path, found.definitions, symbol).findIndex((one) => one.start === start && one.end === end);
}

/** The target again in a candidate's text. */
export async function located(path: string, text: string, target: Target): Promise<Definition | undefined> {
  const found = await definitionsIn(path, text);
  return found.kind === 'found' ? locatedAmong(found.definitions, target) : undefined;
}

/** The target again among a text's definitions. */
export function locatedAmong(definitions: readonly Definition[], target: Target): Definition | undefined {
  const { path } = target;
  const all = namesakes(path, definitions, target.symbol);
  const nth = all[target.nth ?? 0];
  if (all.length === 1) return all[0];
  const same = all.filter(({ signature }) => sameSignature(path, signature, target.signature));
  return same.length === 0 || (nth !== undefined && same.includes(nth)) ? nth : same[0];
}

const namesakes = (path: string, definitions: readonly Definition[], symbol: string): readonly Definition[] =>
  settled(
    path,
    definitions.filter((one) => one.symbol === symbol),
  );

/** `Type::method`, `Class#method` and `pkg.(*Type).Method` are written with dots here. */
const plain = (symbol: string): string =>
  symbol
    .trim()
    .replace(/\(\*?(\w+)\)/g, '$1')
    .replace(/::|(?<=[\p{L}\p{N}_$])#|\.prototype\./gu, '.');

/** By the whole symbol, then by its end, and in functions only when there is nothing else. */
function named(definitions: readonly Definition[], symbol: string): readonly Definition[] {
  if (symbol === '') return definitions;
  const whole = (one: Definition) => one.symbol === symbol;
  const end = (one: Definition) => one.symbol.endsWith(`.${symbol}`);
  const open = (one: Definition) => one.local === undefined;
  const tiers = [(one: Definition) => whole(one) && open(one), (one: Definition) => end(one) && open(one), whole, end];
  for (const tier of tiers) {
    const found = definitions.filter(tier);
    if (found.length > 0) return found;
  }
  return [];
}

/** Declarations give way to definitions with a body, but overloads are as good as what implements them. */
function settled(path: string, all: readonly Definition[]): readonly Definition[] {
  const { prototypes = false } = GRAMMARS[languageOf(path)?.name ?? ''] ?? {};
  const full = all.filter((one) => one.body !== undefined);
  const symbols = new Set(full.map((one) => one.symbol));
  if (full.length === 0) return all;
  return all.filter((one) => one.body !== undefined || (!prototypes && symbols.has(one.symbol)));
}

function chosen(all: readonly Definition[], { symbol, line, fragment }: Selector): readonly Definition[] {
  const fitting = fragment === undefined ? all : fittingOf(all, fragment);
  if (line === undefined) return fitting;
  const around = fitting.filter((one) => one.startLine <= line && line <= one.endLine);
  const starting = around.filter((one) => one.startLine === line);
  if (symbol !== '' && starting.length > 0) return starting;
  // The innermost, since a class has the lines of its methods.
  const shortest = Math.min(...around.map((one) => one.end - one.start));
  return around.filter((one) => one.end - one.start === shortest);
}

/** Those that have the fragment as it is, else those that have it with more about each parameter. */
function fittingOf(all: readonly Definition[], fragment: string): readonly Definition[] {
  const folded = (text: string): string => text.replace(/\s+/g, '');
  const exact = all.filter(({ signature }) => folded(signature).includes(folded(fragment)));
  return exact.length > 0
    ? exact
    : all.filter(({ signature }) => outlines(tokensOf(fragment, ''), tokensOf(signature, '')));
}

const FIRM = new Set(['(', ')', ',']);

/** Whether the tokens come in this order, with names or types between them but no other parameter. */
function outlines(fragment: readonly string[], signature: readonly string[]): boolean {
  return signature.some((first, start) => {
    if (first !== fragment[0]) return false;
    let at = 0;
    for (const token of signature.slice(start)) {
      if (token === fragment[at]) at++;
      else if (FIRM.has(token)) return false;
      if (at === fragment.length) return true;
    }
    return false;
  });
}

const SHOWN = 10;

/** Those with a similar name, the nearest first; without any, the first of all. */
function alike(definitions: readonly Definition[], { symbol }: Selector): readonly Definition[] {
  const wanted = plain(symbol).toLowerCase();
  const last = wanted.split('.').at(-1) ?? '';
  const rated = definitions
    .filter((one) => one.local === undefined)
    .map((one) => {
      const name = one.name.toLowerCase();
      const held = last.length > 2 && (name.includes(last) || (name.length > 2 && last.includes(name)));
      return { one, distance: held ? 0.5 : editDistance(last, name) / Math.max(last.length, name.length, 1) };
    })
    .sort((a, b) => a.distance - b.distance);
  const near = rated.filter(({ distance }) => distance <= 0.5);
  return (near.length > 0 ? near : rated).slice(0, SHOWN).map(({ one }) => one);
}
