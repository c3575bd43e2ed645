import { languageOf, parserOf } from './languages.ts';

/** Offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The name of the language that a file is written in, by its ending. */
export const languageNameOf = (path: string): string | undefined => languageOf(path)?.name;

/** Where the comments of a text are; none where the language is not known or the text does not parse. */
export async function commentsIn(path: string, text: string): Promise<readonly Span[]> {
  const language = languageOf(path);
  if (language === undefined) return [];
  const tree = (await parserOf(language)).parse(text);
  if (tree === null) return [];
  try {
    if (tree.rootNode.hasError) return [];
    const kinds = tree.language.types.filter((type) => type.includes('comment'));
    return tree.rootNode
      .descendantsOfType(kinds)
      .map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex }));
  } finally {
    tree.delete();
  }
}
