import { glob, isGlob, unescapeGlob } from '../lib/glob.ts';
import { type Entry, type Listing, listing } from './tree.ts';

/** What may change. Paths and globs are relative to the root, with slashes. */
export interface Scope {
  readonly globs: readonly string[];
  has(path: string): boolean;
  /** Whether the path is named by itself, not by a folder or a pattern. */
  names(path: string): boolean;
  /** The files that the scope was made for. */
  readonly base: Listing;
}

/**
 * A glob that is the path of an existing file or folder means that path, whatever characters it has. A folder means all that
 * is below it. `!glob` takes away from what the others give. Settings of evolve are in scope only when named by themselves.
 */
export function scopeOf(globs: readonly string[], entries: readonly Entry[]): Scope {
  const base = listing(entries);
  const cleaned = globs.map(clean);
  const negated = (text: string) => text.startsWith('!') && !text.startsWith('!(') && !exists(base, text);
  const given = cleaned.filter((text) => !negated(text)).map((text) => matcher(base, text));
  const taken = cleaned.filter(negated).map((text) => matcher(base, clean(text.slice(1))));
  const names = new Set(cleaned.map((text) => literal(base, text)).filter((path) => path !== undefined));
  const may = (path: string) => names.has(path) || !isSettings(path);
  const has = (path: string) =>
    given.some((matches) => matches(path)) && !taken.some((matches) => matches(path)) && may(path);
  return { globs, base, has, names: (path) => names.has(path) && has(path) };
}

export const isSettings = (path: string): boolean => /(^|\/)evolve\.ya?ml$/i.test(path);

function clean(text: string): string {
  return text.replace(/^(\.\/+)+/, '').replace(/\/+$/, '');
}

function exists(base: Listing, path: string): boolean {
  return base.files.has(path) || base.folders.has(path);
}

/** The one path that a glob names, if it names one. */
function literal(base: Listing, text: string): string | undefined {
  const plain = unescapeGlob(text);
  if (base.folders.has(text) || base.folders.has(plain)) return undefined;
  if (base.files.has(text)) return text;
  return base.files.has(plain) || !isGlob(text) ? plain : undefined;
}

function matcher(base: Listing, text: string): (path: string) => boolean {
  if (text === '' || text === '.') return () => true;
  const plain = unescapeGlob(text);
  for (const folder of [text, plain]) {
    if (base.folders.has(folder)) return (path) => path.startsWith(`${folder}/`);
  }
  const named = literal(base, text);
  // What does not exist yet may become a file or a folder.
  if (named !== undefined) return (path) => path === named || path.startsWith(`${named}/`);
  return glob(text);
}
