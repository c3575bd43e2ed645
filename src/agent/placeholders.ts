import { shellQuote } from '../lib/format.ts';

/** What a placeholder stands for: a text, or what a file holds. */
type Value = { readonly text: string } | { readonly contentOf: string };

/**
 * A shell line with `{name}` replaced, so that each value arrives as it is whatever quotes the placeholder stands in.
 * `${name}` is the shell's own.
 */
export function fill(line: string, values: Readonly<Record<string, Value>>): string {
  let quote: Quote = '';
  let filled = '';
  for (let at = 0; at < line.length; ) {
    const name = /^\{(\w+)\}/.exec(line.slice(at))?.[1];
    const value = name === undefined || line[at - 1] === '$' ? undefined : values[name];
    if (name !== undefined && value !== undefined) {
      filled += inside(quote, value);
      at += name.length + 2;
      continue;
    }
    const char = line[at] ?? '';
    const escaped = char === '\\' && quote !== "'";
    filled += escaped ? line.slice(at, at + 2) : char;
    at += escaped ? 2 : 1;
    if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
  }
  return filled;
}

type Quote = '' | '"' | "'";

function inside(quote: Quote, value: Value): string {
  // A long text read by the shell itself does not count against the longest line.
  const plain = 'text' in value ? shellQuote(value.text) : `"$(cat -- ${shellQuote(value.contentOf)})"`;
  return `${quote}${plain}${quote}`;
}
