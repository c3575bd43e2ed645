/** A stretch of a text, and what comes in its place. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text with these changes, which don't overlap. What comes in is given the line breaks that the text has. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const windows = text.includes('\r\n');
  return [...splices]
    .sort((a, b) => b.from - a.from)
    .reduce(
      (before, { from, to, text: added }) =>
        `${before.slice(0, from)}${windows ? added.replace(/\r?\n/g, '\r\n') : added}${before.slice(to)}`,
      text,
    );
}

/** What is to come before lines that are added at the end of a text or section. */
export const breakBefore = (text: string, at: number): string => (at === 0 || text[at - 1] === '\n' ? '' : '\n');
