import { isGlob } from '../lib/glob.ts';
import type { Item } from './markdown.ts';
import type { Remark } from './remark.ts';

interface ScopeRead {
  /** Paths and globs from the root. */
  readonly paths: readonly string[];
  /** Items that name none: people and agents can heed them, a machine can't. */
  readonly words: readonly string[];
  readonly problems: readonly Remark[];
}

/** What a list of paths names. An item's path is in back-ticks, or its first word where that looks like one; words may follow it. */
export function scopeOf(items: readonly Item[], title: string): ScopeRead {
  const paths: string[] = [];
  const words: string[] = [];
  const problems: Remark[] = [];
  for (const { text, number } of items) {
    const named = pathsOf(text);
    if (named.length === 0) words.push(text);
    for (const one of named) {
      const path = fromRoot(one);
      if (path === undefined)
        problems.push({
          line: number,
          text: `section "${title}": ${JSON.stringify(one)} is outside the repository: name paths from its root.`,
        });
      else if (!paths.includes(path)) paths.push(path);
    }
  }
  return { paths, words, problems };
}

function pathsOf(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one.trim()).filter((one) => one !== '');
  if (quoted.length > 0 && text.startsWith('`'))
    return quoted.filter((one, index) => index === 0 || looksLikePath(one));
  // What follows a colon is said of it.
  const [before = ''] = text.split(/:(?:\s|$)/);
  const words = before.split(/[\s,;]+/).filter((word) => word !== '');
  const bare = leading(words);
  if (bare.length > 0) return bare;
  return words.length === 1 && before === text ? words : quoted.filter(looksLikePath);
}

/** The paths with which words begin, before what is said of them. */
function leading(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, at) => !looksLikePath(word) && !(at > 0 && /^(and|or|&|\+)$/i.test(word)));
  return words.slice(0, end === -1 ? undefined : end).filter(looksLikePath);
}

/** A word with a slash, a star or an ending; a bare name may be prose. */
const looksLikePath = (word: string): boolean =>
  !/\s/.test(word) &&
  !/^[a-z]+:\/\//i.test(word) &&
  (word.includes('/') || isGlob(word) || /^\.?[\w-]+(\.[\w-]+)+$/.test(word));

/** Without a leading `./`; a folder with a slash stands for all below it. Undefined where it leads out of the repository. */
function fromRoot(path: string): string | undefined {
  const plain = path.replace(/^(?:\.\/)+/, '').replace(/\/{2,}/g, '/');
  if (plain.startsWith('/') || plain.startsWith('~') || plain.split('/').includes('..')) return undefined;
  if (plain === '' || plain === '.') return '**';
  return plain.endsWith('/') ? `${plain}**` : plain;
}
