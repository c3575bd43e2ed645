import type { Contract } from '../../domain/contract.ts';
import { glob } from '../../lib/glob.ts';
import { titleKey } from '../about.ts';
import type { Finding } from './finding.ts';

const wordsOf = (title: string): ReadonlySet<string> =>
  new Set(
    titleKey(title)
      .split(' ')
      .filter((word) => word.length > 2),
  );

/** Agents say the same thing in other words: with so many words in common it is taken for the same. */
const ALIKE = 0.5;

function alike(a: string, b: string): boolean {
  const [mine, others] = [wordsOf(a), wordsOf(b)];
  const shared = [...mine].filter((word) => others.has(word)).length;
  const all = mine.size + others.size - shared;
  return all > 0 && shared / all >= ALIKE;
}

/**
 * Findings that nobody has written down yet, each once. `known` are the titles of all work that there is or was: what was done and is
 * found again has not been mended by doing it again.
 */
export function unknown(findings: readonly Finding[], known: readonly string[]): readonly Finding[] {
  const keys = new Set(known.map(titleKey));
  const titles = [...known];
  return findings.filter(({ title, said }) => {
    const key = titleKey(title);
    if (keys.has(key) || (said === true && titles.some((one) => alike(one, title)))) return false;
    keys.add(key);
    titles.push(title);
    return true;
  });
}

/** Whether a path is one of these, lies in one of them or is meant by one of them. */
function named(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const folder = pattern.replace(/^\.\//, '').replace(/\/(?:\*\*)?$/, '');
    return path === folder || path.startsWith(`${folder}/`) || glob(pattern.replace(/^\.\//, ''))(path);
  });
}

/** Whether work on the finding's file is allowed by what the user wrote. */
export function isAllowed({ path }: Finding, { mutable, program }: Contract): boolean {
  if (path === undefined) return true;
  if (named(path, program?.immutable ?? [])) return false;
  return mutable.length === 0 || named(path, mutable);
}
