/** So many paths one item can be about. */
const MOST = 20;

/** A path or a glob in a text: with a slash, or a file's name with its ending. Addresses on the web are none. */
const PATH = /(?<![\w/@:.-])(?:\.\/)?(?:\.?[\w-][\w.*-]*\/)*\.?[\w*-][\w.*-]*(?:\/|\.[A-Za-z][A-Za-z0-9]{0,9}\b)/g;

/** The paths and globs that a text names. */
export function pathsIn(text: string): readonly string[] {
  const words = text.replace(/\b\w+:\/\/\S+/g, ' ').replace(/\S+@\S+/g, ' ');
  const found = [...words.matchAll(PATH)].map(([path]) => path.replace(/^\.\//, '').replace(/\/$/, '/**'));
  return [...new Set(found)].filter((path) => !ABBREVIATIONS.test(path) && !path.includes('..')).slice(0, MOST);
}

const ABBREVIATIONS = /^(?:e\.g|i\.e|etc|\d+\.\w+)$/i;

/** A short name for a title, as the ledger has it. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...slug].slice(0, 60).join('').replace(/-+$/, '') || 'work';
}

/** Two titles of the same work are the same without case, punctuation and spacing. */
export const titleKey = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
