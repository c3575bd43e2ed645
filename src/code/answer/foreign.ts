import { isStrayMark } from './mark.ts';

const COMMENT = /^(?:\/\/|#|--|;|%|\/\*|<!--|\*|\{\/\*)[\s/*#;-]*(.*)$/;
const DOTS = /^[[(<{]?\s*(?:\.{3}|…)/;
const LEFT_OUT = new RegExp(
  [
    /^\W*(?:the )?(?:rest|remainder) of\b/,
    /\b(?:existing|previous|remaining|other|original) (?:\w+ )?(?:code|file|functions?|methods?|class(?:es)?|implementation|content|lines|logic)\b.*\b(?:here|unchanged|same|as before|remains?|omitted|stays?|above|below)\b/,
    /^\W*(?:code|everything|all|content|implementation|the same|same|rest|unchanged|omitted)\b.*\b(?:unchanged|as before|omitted|stays the same|remains? the same|for brevity)\b/,
    /^\W*(?:existing|unchanged|remaining|omitted) (?:code|file|functions?|methods?|implementation|content|lines|logic)\W*$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/**
 * Why a line can't be meant as content of a file: it stands for code that was left out, or belongs to the answer. Lines that the
 * file already has are not asked about.
 */
export function foreign(line: string, path: string): string | undefined {
  const text = line.trim();
  if (text.length > 200) return undefined;
  if (isStrayMark(text)) return `has a marker ${JSON.stringify(text)} among its lines. Write the blocks apart.`;
  if (/^<\/?(?:think|thinking|reasoning)>$/i.test(text)) return `has ${text} among its lines. Leave it out.`;
  return isElision(line, path)
    ? `leaves code out (${JSON.stringify(text)}). Write every line, or use SEARCH/REPLACE for the lines that change.`
    : undefined;
}

function isElision(line: string, path: string): boolean {
  const text = line.trim();
  // A statement of its own in Python, as the body of a stub.
  if (/^(?:\.{3}|…)$/.test(text)) return !/\.pyi?$/.test(path) || !/^\s/.test(line);
  const comment = COMMENT.exec(text)?.[1];
  if (comment !== undefined) return DOTS.test(comment) || LEFT_OUT.test(comment);
  return (
    /^[[(<{]?(?:\.{3}|…)\s/.test(text) &&
    (LEFT_OUT.test(text.replace(/^\W+/, '')) || /\b(?:unchanged|existing)\b/i.test(text))
  );
}
