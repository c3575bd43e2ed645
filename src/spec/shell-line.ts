/** One program that a shell line calls, with its words. */
export interface Call {
  readonly words: readonly string[];
  /** The folder that a `cd` before it leads to, from where the line starts. */
  readonly folder: string;
}

/** Words before a program that are not the program. */
const BEFORE = new Set([
  'env',
  'time',
  'timeout',
  'nice',
  'nohup',
  'exec',
  'command',
  'sudo',
  'xargs',
  '!',
  'if',
  'then',
  'else',
  'while',
  'do',
  'not',
]);

/**
 * The programs that a shell line calls, as far as reading it can tell: quotes are taken off, and what stands in quotes or `$( )` is
 * read as a line of its own as well. Contract: never throws.
 */
export function callsOf(line: string, folder = ''): readonly Call[] {
  const calls: Call[] = [];
  const inner: { text: string; folder: string }[] = [];
  const outer: string[] = [];
  let here = folder;
  let words: string[] = [];
  const end = (): void => {
    if (words.length > 0) calls.push({ words, folder: here });
    const [first, to] = words;
    if (first === 'cd' && to !== undefined) here = joined(here, to);
    words = [];
  };
  for (const token of tokensOf(line)) {
    if (token.kind === 'word') words.push(token.text);
    else end();
    if (token.kind === 'word' && token.quoted && /[\s$(`]/.test(token.text) && !isCode(words))
      inner.push({ text: token.text, folder: here });
    if (token.kind === 'open') outer.push(here);
    if (token.kind === 'close') here = outer.pop() ?? here;
  }
  end();
  return [...calls, ...inner.flatMap((one) => (one.text.length < line.length ? callsOf(one.text, one.folder) : []))];
}

export const SHELLS: readonly string[] = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'busybox'];
/** Of other languages. */
export const INTERPRETERS: readonly string[] =
  'node deno bun tsx ts-node python python2 python3 ruby perl php lua Rscript julia'.split(' ');

/** Whether the last word is code of another language than the shell's: `node -e "…"`. What can't be told is read as a line, so that more is protected. */
function isCode(words: readonly string[]): boolean {
  if (!/^-(?:\w*[cep])$|^--(?:eval|print)$/.test(words.at(-2) ?? '')) return false;
  const by = words.map((word) => word.split('/').at(-1) ?? '');
  const last = by.findLast((word) => SHELLS.includes(word) || INTERPRETERS.includes(word));
  return last !== undefined && INTERPRETERS.includes(last);
}

/** The program of a call: without what is set for it and what it is called by. */
export function programOf({ words }: Call): string | undefined {
  return words.find(
    (word) => !BEFORE.has(word) && !/^[A-Za-z_]\w*=/.test(word) && !/^-/.test(word) && !/^\d+[smh]?$/.test(word),
  );
}

type Token =
  | { readonly kind: 'word'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'end' | 'open' | 'close' };

const TOKEN =
  /\s*(?:(&&|\|\||[;|&\n])|(\$?\(|`|\{(?=\s))|(\)|\})|([<>]+&?\d*)|((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\;|&()<>`])+)|(.))/gs;

function* tokensOf(line: string): Generator<Token> {
  for (const [, end, open, close, , word] of line.trim().matchAll(TOKEN)) {
    if (end !== undefined) yield { kind: 'end' };
    else if (open !== undefined) yield { kind: 'open' };
    else if (close !== undefined) yield { kind: 'close' };
    else if (word !== undefined) yield { kind: 'word', text: unquoted(word), quoted: /["']/.test(word) };
  }
}

const unquoted = (word: string): string =>
  word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs, (_, double, single, escaped) =>
    double === undefined ? (single ?? escaped ?? '') : String(double).replace(/\\(["\\$`])/g, '$1'),
  );

/** A path from the root, of one from a folder; `..` above the root stays at it. */
export function joined(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
