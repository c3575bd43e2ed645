/** The variables of a file in the format of `.env`, or where it can't be understood. */
export type Dotenv =
  | { readonly kind: 'read'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'unreadable'; readonly line: number; readonly why: string };

const ASSIGNMENT = /[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(?:[ \t]+(?![# \t]))?/y;
const NOTHING = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
/** A quoted value may go on over lines; only in double quotes does a backslash mean something. */
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|`([^`]*)`/y;
/** What is not quoted ends at its line's end, or at a # with a space before it. */
const PLAIN = /(?:[^\n# \t]|[ \t]+[^\n# \t]|#)*/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads `NAME=value` lines.
 * Contract: nothing is put in for `$NAME`, and no line is skipped that says something; of two values the last counts. A
 * reason never has a value in it.
 */
export function readDotenv(text: string): Dotenv {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const values = new Map<string, string>();
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const unreadable = (why: string): Dotenv => ({
    kind: 'unreadable',
    line: source.slice(0, at).split('\n').length,
    why,
  });
  while (at < source.length) {
    if (next(NOTHING) !== null) continue;
    const name = next(ASSIGNMENT)?.[1];
    if (name === undefined) return unreadable('there is no NAME=value');
    const quote = /["'`]/.exec(source[at] ?? '')?.[0];
    const quoted = quote === undefined ? undefined : next(QUOTED);
    if (quoted === null) return unreadable(`the ${quote} of ${name} is never closed`);
    values.set(name, quoted === undefined ? (next(PLAIN)?.[0] ?? '') : unquoted(quoted));
    if (next(NOTHING) === null) return unreadable(`something stands after the value of ${name}`);
    if (values.get(name)?.includes('\0')) return unreadable(`the value of ${name} has a NUL in it`);
  }
  return { kind: 'read', values: Object.fromEntries(values) };
}

function unquoted([, double, single, back = '']: RegExpExecArray): string {
  if (double === undefined) return single ?? back;
  return double.replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}
