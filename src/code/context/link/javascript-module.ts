import { parse } from 'yaml';
import {
  firstThat,
  folderOf,
  foldersAround,
  isThere,
  joined,
  type Linker,
  type Module,
  type Shelf,
} from '../binding.ts';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx', '.d.ts'];
const COMPILED: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

export const javascriptModule: Linker['module'] = async (file, specifier, shelf) => {
  const here = folderOf(file.path);
  if (/^\.\.?(\/|$)/.test(specifier)) return fileAt(joined(here, specifier), shelf);
  const places = specifier.startsWith('#')
    ? await placesOf('package.json', specifier, here, shelf)
    : await placesOf('tsconfig.json', specifier, here, shelf);
  for (const place of places) {
    const found = await fileAt(place, shelf);
    if (found !== undefined) return found;
  }
  return undefined;
};

async function fileAt(path: string | undefined, shelf: Shelf): Promise<Module | undefined> {
  if (path === undefined) return undefined;
  const ending = /\.[cm]?jsx?$/.exec(path)?.[0];
  const stem = ending === undefined ? path : path.slice(0, -ending.length);
  const tries = [
    ...(/\.[cm]?[jt]sx?$/.test(path) ? [path] : []),
    ...(COMPILED[ending ?? ''] ?? []).map((other) => stem + other),
    ...ENDINGS.map((other) => path + other),
    ...ENDINGS.map((other) => joined(path, `index${other}`)),
  ];
  const found = await firstThat(tries, isThere(shelf));
  return found === undefined ? undefined : { files: [found] };
}

/** What the nearest settings say a name stands for: `paths` of tsconfig.json, `imports` of package.json. */
async function placesOf(name: string, specifier: string, here: string, shelf: Shelf): Promise<readonly string[]> {
  for (const folder of foldersAround(here)) {
    const text = await shelf.text(joined(folder, name) ?? name);
    if (text === undefined) continue;
    const { base, table } = name === 'package.json' ? importsOf(text) : pathsOf(text);
    const found = Object.entries(table).flatMap(([pattern, to]) => substituted(pattern, to, specifier));
    if (base !== undefined && !specifier.startsWith('@')) found.push(specifier);
    return found.flatMap((place) => joined(joined(folder, base ?? '') ?? '', place) ?? []);
  }
  return [];
}

/** A `*` stands for the same text on both sides. */
function substituted(pattern: string, to: readonly string[], specifier: string): readonly string[] {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === specifier ? to : [];
  if (!specifier.startsWith(before) || !specifier.endsWith(after)) return [];
  const middle = specifier.slice(before.length, specifier.length - after.length);
  return to.map((one) => one.replace('*', middle));
}

interface Table {
  readonly base?: string;
  readonly table: Readonly<Record<string, readonly string[]>>;
}

function pathsOf(text: string): Table {
  const options = fieldOf(settingsIn(text), 'compilerOptions');
  const base = fieldOf(options, 'baseUrl');
  return { table: tableOf(fieldOf(options, 'paths')), ...(typeof base === 'string' ? { base } : {}) };
}

const importsOf = (text: string): Table => ({ table: tableOf(fieldOf(settingsIn(text), 'imports')) });

function tableOf(value: unknown): Table['table'] {
  if (typeof value !== 'object' || value === null) return {};
  const lists = Object.entries(value).map(([key, to]) => [key, textsIn(to)] as const);
  return Object.fromEntries(lists);
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** Settings may have comments and trailing commas, which YAML's flow style allows once the comments are gone. */
function settingsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return settingsWithComments(text);
  }
}

function settingsWithComments(text: string): unknown {
  const COMMENTS = /("(?:[^"\\]|\\.)*")|\/\/.*$|\/\*[\s\S]*?\*\//gm;
  try {
    return parse(text.replace(COMMENTS, (_, quoted: string | undefined) => quoted ?? ''));
  } catch {
    return undefined;
  }
}
