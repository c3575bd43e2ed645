import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder that are looked at: near the top, of the project's own. */
export interface Listing {
  readonly paths: readonly string[];
  /** Empty where there is none, or it can't be read. */
  read(path: string): string;
}

const FOREIGN = /^(\..*|node_modules|vendor|target|venv|dist|build|__pycache__)$/;
const MOST_DEPTH = 2;
/** In a folder of more files than this nobody finds a benchmark by its name. */
const MOST_FILES = 5000;
/** Larger ones are not written by hand. */
const MOST_CHARACTERS = 256 * 1024;

export function listingOf(folder: string): Listing {
  return { paths: below(folder, 0).slice(0, MOST_FILES), read: (path) => textOf(join(folder, path)) };
}

function below(folder: string, depth: number): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const folders = entries.filter((entry) => entry.isDirectory() && !FOREIGN.test(entry.name));
    if (depth >= MOST_DEPTH) return files;
    return [
      ...files,
      ...folders.flatMap(({ name }) => below(join(folder, name), depth + 1).map((path) => `${name}/${path}`)),
    ];
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, MOST_CHARACTERS);
  } catch {
    return '';
  }
}
