/** So much of all their words two texts have in common that say the same. */
const SHARE = 0.7;

/** Whether two texts say nearly the same, by their words. */
export const isAlike = (one: string, other: string): boolean => nearlySame(wordsIn(one), wordsIn(other));

/** Of the words of one text, the share that another has, too; 0 for no words. */
export function heldBy(one: string, other: string): number {
  const [words, others] = [wordsIn(one), wordsIn(other)];
  return words.size === 0 ? 0 : sharedBy(words, others) / words.size;
}

export const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

export function nearlySame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = sharedBy(one, other);
  const all = one.size + other.size - shared;
  return all === 0 || shared >= SHARE * all;
}

const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;
