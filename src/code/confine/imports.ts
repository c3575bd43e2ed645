import type { Span } from '../symbol/definition.ts';
import type { Import } from '../symbol/import.ts';
import type { Splice } from '../syntax/splice.ts';
import { headerEnd } from './header.ts';
import { indentOf, lineEnd, newlineOf } from './lines.ts';
import { mentions } from './mentions.ts';
import { narrowed } from './narrow.ts';
import type { Reading } from './reading.ts';

/** What of the imports is taken over, as statements, and what is not, in words. */
export interface Added {
  readonly statements: readonly string[];
  readonly left: readonly string[];
}

/**
 * Imports that only the made file has and that the kept code uses. What the seed imports stays as it is, so a statement that
 * binds some of its names again is taken for its new names alone.
 */
export function importsFor(seed: Reading, made: Reading, idle: readonly Import[], kept: string): Added {
  const statements: string[] = [];
  const left: string[] = [];
  const known = new Set(seed.imports.map(plainOf));
  const bound = new Set(seed.imports.flatMap(({ names }) => names));
  for (const { name, symbol } of seed.definitions) if (name === symbol) bound.add(name);
  const rest = [restOf(seed), restOf(made)].join('\n');
  for (const one of made.imports) {
    if (known.has(plainOf(one))) continue;
    known.add(plainOf(one));
    const fresh = one.names.filter((name) => name === '*' || isSubmodule(made, one) || !bound.has(name));
    const wanted = fresh.filter((name) => isUsed(made, name, kept, rest));
    const taken = one.guarded ? undefined : wholeOrPart(made, one, wanted);
    if (taken !== undefined) {
      statements.push(taken);
      for (const name of wanted) bound.add(name);
    } else if (one.names.length === 0 || fresh.length > 0) left.push(`the import of ${one.from}`);
  }
  const staying = seed.imports.filter((one) => !idle.includes(one));
  const gone = staying.filter(({ names, from }) =>
    names.length === 0
      ? !made.imports.some((other) => other.from === from)
      : !names.every((name) => made.imports.some((other) => other.names.includes(name))),
  );
  return { statements, left: [...left, ...gone.map(({ from }) => `the removal of the import of ${from}`)] };
}

/** Of an import without names nobody can tell who needs it: headers are taken, effects are not. */
function wholeOrPart({ language }: Reading, { text, names }: Import, wanted: readonly string[]): string | undefined {
  if (names.length === 0 && text.startsWith('#')) return text;
  if (wanted.length === 0) return undefined;
  return wanted.length === names.length ? text : narrowed(language, text, (name) => wanted.includes(name));
}

/** `import os.path` binds `os` again and does no harm. */
const isSubmodule = ({ language }: Reading, { text }: Import): boolean =>
  language === 'Python' && /^import\s+\w+(?:\.\w+)+$/.test(text.trim());

/** In Rust a trait is used without being named. */
function isUsed({ language }: Reading, name: string, kept: string, rest: string): boolean {
  return name === '*' || mentions(kept, name) || (language === 'Rust' && !mentions(rest, name));
}

/** The text without the target, the imports and more. */
export function restOf({ text, target, imports }: Reading, more: readonly Span[] = []): string {
  let [rest, at] = ['', 0];
  for (const { start, end } of [...imports, target, ...more].sort((a, b) => a.start - b.start)) {
    rest += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}

/** An import however it is laid out. */
const plainOf = ({ text }: Import): string =>
  text
    .replace(/["`]/g, "'")
    .replace(/;\s*$/, '')
    .replace(/,?\s*([{}()])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/([{(,]) /g, '$1')
    .trim();

/** Puts statements where the seed's file has its imports. */
export function insertImports(seed: Reading, statements: readonly string[]): readonly Splice[] {
  const newline = newlineOf(seed.text) ?? '\n';
  const lines = statements.map((text) => text.replace(/\r?\n/g, newline));
  const isFuture = (text: string): boolean => seed.language === 'Python' && /^from\s+__future__\s/.test(text);
  const before = seed.imports.filter(({ end, guarded }) => guarded === undefined && end <= seed.target.start);
  return [
    ...inserted(seed, lines.filter(isFuture), before.filter(({ text }) => isFuture(text)).at(-1), newline),
    ...inserted(
      seed,
      lines.filter((text) => !isFuture(text)),
      before.at(-1),
      newline,
    ),
  ];
}

function inserted(
  seed: Reading,
  lines: readonly string[],
  last: Import | undefined,
  newline: string,
): readonly Splice[] {
  if (lines.length === 0) return [];
  const { text } = seed;
  const isSpec = last !== undefined && seed.language === 'Go' && !text.startsWith('import', last.start);
  const written = lines.map((line) => (isSpec ? indentOf(text, last.start) + specOf(line) : line));
  if (last === undefined) return [first(text, headerEnd(seed), written, newline)];
  const at = lineEnd(text, last.end);
  return [put(text, isSpec && closes(text, last.end, at) ? last.end : at, written, newline)];
}

/** One of a list. */
const specOf = (line: string): string => line.replace(/^import\s+/, '');

const closes = (text: string, from: number, to: number): boolean => text.slice(from, to).includes(')');

function put(text: string, at: number, lines: readonly string[], newline: string): Splice {
  const isLineStart = at === 0 || text[at - 1] === '\n';
  const body = lines.join(newline);
  return { start: at, end: at, text: isLineStart ? body + newline : newline + body };
}

/** With an empty line before it and after it. */
function first(text: string, at: number, lines: readonly string[], newline: string): Splice {
  const written = lines.join(newline) + newline;
  const isTop = text.slice(0, at).replace('\uFEFF', '') === '';
  const isEnded = at === 0 || text[at - 1] === '\n' || isTop;
  const above = isTop ? '' : isEnded ? newline : newline + newline;
  const below = /^\s*$|^[ \t]*\r?\n/.test(text.slice(at)) ? '' : newline;
  return { start: at, end: at, text: above + written + below };
}
