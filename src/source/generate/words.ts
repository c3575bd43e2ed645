/** The words of a text, as names are written: `stale-docs` is one, and so are its parts. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\w$]+(?:-[\w$]+)*/g)) {
    words.add(word);
    if (word.includes('-')) for (const part of word.split('-')) words.add(part);
  }
  return words;
}

/** Of each word some of the files that have it: enough to tell whether there is one besides a file and its tests. */
const ENOUGH = 6;

/** Which files have a word. */
export function indexOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const word of wordsIn(text)) {
      const paths = index.get(word);
      if (paths === undefined) index.set(word, [path]);
      else if (paths.length < ENOUGH) paths.push(path);
    }
  }
  return index;
}
