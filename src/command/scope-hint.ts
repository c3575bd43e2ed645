import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';

/** Large files are data, not programs that load others. */
const MOST_BYTES = 1024 * 1024;
const SHOWN = 5;

/**
 * Files that may be what a person wants to evolve: those that the command's programs load, else those that it names.
 * A guess to be confirmed, never a scope by itself.
 */
export function scopeHint(folder: string, fitness: string): readonly string[] {
  const loaded = loadedHint(folder, fitness);
  return loaded.length > 0 ? loaded : namedIn(folder, fitness).slice(0, SHOWN);
}

/** Only those that the command's programs load: a benchmark by itself is not to be changed. */
export function loadedHint(folder: string, fitness: string): readonly string[] {
  const named = namedIn(folder, fitness);
  const loaded = [...new Set(named.flatMap((path) => loadedBy(folder, path)))].filter((path) => !named.includes(path));
  return loaded.slice(0, SHOWN);
}

const namedIn = (folder: string, fitness: string): readonly string[] =>
  words(fitness).filter((word) => isFile(folder, word));

const words = (line: string): readonly string[] =>
  line.split(/[\s|;&<>"'=()]+/).flatMap((word) => (word === '' || word.startsWith('/') ? [] : [normalize(word)]));

function isFile(folder: string, path: string): boolean {
  const full = join(folder, path);
  if (path.startsWith('..') || !existsSync(full)) return false;
  const found = statSync(full);
  return found.isFile() && found.size <= MOST_BYTES;
}

/** What a script asks for by name: relative modules of JavaScript, modules of Python, quoted includes of C. */
function loadedBy(folder: string, path: string): readonly string[] {
  const text = readFileSync(join(folder, path), 'utf8');
  const beside = (name: string) => normalize(join(dirname(path), name));
  const found = [...text.matchAll(patternOf(path))].map((match) => match[1] ?? match[2] ?? '');
  return found.flatMap((name) => {
    const base = beside(extname(path) === '.py' ? name.replaceAll('.', '/') : name);
    return ['', ...endings]
      .map((ending) => base + ending)
      .filter((one) => isFile(folder, one))
      .slice(0, 1);
  });
}

const endings = ['.js', '.mjs', '.cjs', '.ts', '.py', '/index.js', '/__init__.py'];

function patternOf(path: string): RegExp {
  // A quote or a semicolon before it: a program that is given to another interpreter.
  if (path.endsWith('.py')) return /(?:^|["';])[ \t]*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/gm;
  if (/\.[ch](pp|c|xx)?$/.test(path)) return /^\s*#\s*include\s*"([^"]+)"/gm;
  return /(?:from\s*|require\(\s*|import\(?\s*)['"](\.[^'"]+)['"]/g;
}
