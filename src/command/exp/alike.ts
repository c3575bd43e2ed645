import { nearlySame, wordsIn } from '../../domain/likeness.ts';

/** Things that say nearly the same, as one: the first of them, and how many they are. */
export interface Alike<T> {
  readonly first: T;
  readonly count: number;
}

/** Groups what is alike, in the order of the first of each. Contract: costs the square of how many there are. */
export function alike<T>(things: readonly T[], text: (thing: T) => string): readonly Alike<T>[] {
  const groups: { readonly first: T; readonly words: ReadonlySet<string>; count: number }[] = [];
  for (const thing of things) {
    const words = wordsIn(text(thing));
    const found = groups.find((group) => nearlySame(group.words, words));
    if (found === undefined) groups.push({ first: thing, words, count: 1 });
    else found.count++;
  }
  return groups.map(({ first, count }) => ({ first, count }));
}
