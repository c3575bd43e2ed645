const SCRIPTS = new Set(['JavaScript', 'TypeScript', 'Python']);
/** Where a comma makes a tuple of one. */
const TUPLES = new Set(['Python', 'Rust']);

const STRING = /(?:"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|'(?:[^'\\\n]|\\[\s\S])*')/y;
const WORD = /[\p{L}\p{N}_$]+/uy;
const ARROW = /->|=>|::|\*\*|\.\.\.|&&/y;

/** The tokens of a signature that count: without white space, comments, trailing commas and the style of quotes. */
export function tokensOf(signature: string, language: string): readonly string[] {
  return lastly(arrows(withoutTrailing(split(signature, language), language), language));
}

function split(text: string, language: string): string[] {
  const tokens: string[] = [];
  const comment = language === 'Python' ? /#[^\n]*/y : /\/\*[\s\S]*?\*\/|\/\/[^\n]*/y;
  // A lifetime of Rust is a quote that does not close.
  const patterns = language === 'Rust' ? [/'[\p{L}_]\w*(?!')/uy, STRING, WORD, ARROW] : [STRING, WORD, ARROW];
  for (let at = 0; at < text.length; ) {
    const space = /\s+/y;
    space.lastIndex = at;
    comment.lastIndex = at;
    if (space.test(text)) at = space.lastIndex;
    else if (comment.test(text)) at = comment.lastIndex;
    else {
      const token = matched(patterns, text, at) ?? text.slice(at, at + 1);
      tokens.push(SCRIPTS.has(language) ? plainQuotes(token) : token);
      at += token.length;
    }
  }
  return tokens;
}

function matched(patterns: readonly RegExp[], text: string, at: number): string | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

function plainQuotes(token: string): string {
  if (!/^['"]/.test(token) || token.length < 2) return token;
  const content = token.slice(1, -1).replace(/\\(['"])/g, '$1');
  return `"${content.replaceAll('"', '\\"')}"`;
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

function withoutTrailing(tokens: readonly string[], language: string): string[] {
  const kept: string[] = [];
  const open: { readonly token: string; readonly called: boolean; commas: number }[] = [];
  for (const token of tokens) {
    const opening = CLOSING[token];
    if (opening !== undefined && open.at(-1)?.token === opening) {
      const group = open.pop();
      const tuple = TUPLES.has(language) && token === ')' && group?.called === false && group.commas === 1;
      if (kept.at(-1) === ',' && !tuple) kept.pop();
    } else if ('([{<'.includes(token)) {
      open.push({ token, called: /^[\p{L}\p{N}_$>\])]+$/u.test(kept.at(-1) ?? ''), commas: 0 });
    } else if (token === ',') {
      const group = open.at(-1);
      if (group !== undefined) group.commas++;
    }
    kept.push(token);
  }
  return kept;
}

/** `x => …` is `(x) => …`. */
function arrows(tokens: readonly string[], language: string): readonly string[] {
  const at = tokens.lastIndexOf('=>');
  const name = tokens[at - 1] ?? '';
  if (!/Script$/.test(language) || at !== tokens.length - 1 || !/^[\p{L}_$]/u.test(name)) return tokens;
  const before = tokens[at - 2];
  if (before !== '=' && before !== 'async' && before !== 'default' && before !== ':' && before !== undefined)
    return tokens;
  return [...tokens.slice(0, at - 1), '(', name, ')', '=>'];
}

const lastly = (tokens: readonly string[]): readonly string[] => (tokens.at(-1) === ';' ? tokens.slice(0, -1) : tokens);
