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

/** Work that is written down. */
export interface Known {
  readonly title: string;
  readonly description: string;
  /** It was finished. */
  readonly done: boolean;
}

/** So often the same thing is done; then doing it again does not help. */
const MOST_TIMES = 3;

/**
 * Findings that nobody has written down yet, each once. What was done and is found again as it was has not been mended by doing it;
 * what is found otherwise than before is new.
 */
export function unknown(findings: readonly Finding[], known: readonly Known[]): readonly Finding[] {
  const named = known.map((one) => ({ ...one, key: titleKey(one.title) }));
  const seen = new Set<string>();
  return findings.filter((one) => {
    const key = titleKey(one.title);
    if (
      seen.has(key) ||
      isKnown(
        one,
        named.filter((other) => other.key === key),
      )
    )
      return false;
    if (one.said === true && known.some(({ title }) => alike(title, one.title))) return false;
    seen.add(key);
    return true;
  });
}

const isKnown = ({ description }: Finding, known: readonly Known[]): boolean =>
  known.length >= MOST_TIMES || known.some((one) => !one.done || sameText(one.description, description));

/** But for line numbers, which move with every change. */
const sameText = (a: string, b: string): boolean => withoutLines(a) === withoutLines(b);
const withoutLines = (text: string): string =>
  text
    .replace(/(?<=\S):\d+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

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
