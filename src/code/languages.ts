import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Parser } from 'web-tree-sitter';
import { c } from './language/c.ts';
import { cpp } from './language/cpp.ts';
import { go } from './language/go.ts';
import { java } from './language/java.ts';
import { javascript } from './language/javascript.ts';
import { python } from './language/python.ts';
import { rust } from './language/rust.ts';
import { tsx, typescript } from './language/typescript.ts';
import type { Structure } from './number-structure.ts';
import type { Reading } from './numbers.ts';

/** What differs between languages; everything else in this folder is the same for all of them. */
export interface Language {
  readonly name: string;
  readonly endings: readonly string[];
  /** The npm package of the grammar, and the file in it. */
  readonly grammar: { readonly package: string; readonly file: string };
  /** What a comment starts with. */
  readonly comments: readonly string[];
  /** Kinds of nodes that are numbers, and the kind of a sign before one. */
  readonly numbers: readonly string[];
  readonly sign: string;
  /** With the sign, where it has one. Undefined for what has no place in a search, like numbers too large for a double. */
  readNumber(text: string): Reading | undefined;
  /** The text around a number that must not become negative, since the parser would read another program. */
  readonly signless?: readonly { readonly before: RegExp; readonly after?: RegExp }[];
  /** Where changing a number mostly breaks the program. */
  readonly structure: Structure;
}

const languages: readonly Language[] = [javascript, typescript, tsx, python, rust, go, c, cpp, java];

const names = [...new Set(languages.map(({ name }) => name))];

/** Why a file in another language is left out. */
export const unsupported = (path: string): string => `${path}: not ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

export function languageOf(path: string): Language | undefined {
  const name = path.toLowerCase();
  return languages.find((language) => language.endings.some((ending) => name.endsWith(ending)));
}

const parsers = new Map<Language, Promise<Parser>>();

/** Loaded when first asked for: starting the WebAssembly module takes longer than most commands. */
export function parserOf(language: Language): Promise<Parser> {
  const known = parsers.get(language);
  if (known !== undefined) return known;
  const loading = load(language);
  parsers.set(language, loading);
  return loading;
}

async function load({ grammar }: Language): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  // Beside the bundle in the package, in node_modules in the source tree.
  const places = [`./grammars/${grammar.file}`, `../../node_modules/${grammar.package}/${grammar.file}`];
  const file = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`the grammar ${grammar.file} is missing from this installation`);
  return new Parser().setLanguage(await Language.load(file));
}
