import { commentsIn, type Definition, definitionsIn, languageNameOf } from '../code/code.ts';
import type { ChangedFile } from './5-audit.ts';

/** A file before and after, with comments blanked. */
export interface ReadFile {
  readonly path: string;
  readonly language: string;
  readonly before: Side;
  readonly after: Side;
}

export interface Side {
  readonly text: string;
  readonly functions: readonly Routine[];
}

/** A function or method with a body. */
export interface Routine {
  readonly symbol: string;
  readonly name: string;
  readonly line: number;
  readonly signature: string;
  /** With what stands before it, such as decorators. */
  readonly whole: string;
  readonly body: string;
  readonly local: boolean;
}

/** Nobody writes so much code by hand. */
const MOST_CHARACTERS = 400_000;

/** undefined where the language is not known. */
export async function readFile({ path, before = '', after }: ChangedFile): Promise<ReadFile | undefined> {
  const language = languageNameOf(path);
  if (language === undefined || after.length > MOST_CHARACTERS || before.length > MOST_CHARACTERS) return undefined;
  return { path, language, before: await sideOf(path, before), after: await sideOf(path, after) };
}

async function sideOf(path: string, written: string): Promise<Side> {
  const text = blanked(written, await commentsIn(path, written));
  const found = await definitionsIn(path, written);
  const definitions = found.kind === 'found' ? found.definitions : [];
  return { text, functions: definitions.flatMap((one) => routineOf(text, one)) };
}

function routineOf(
  text: string,
  { symbol, name, kind, body, start, end, startLine, signature, local }: Definition,
): readonly Routine[] {
  if (body === undefined || (kind !== 'function' && kind !== 'method')) return [];
  return [
    {
      symbol,
      name,
      line: startLine,
      signature,
      whole: text.slice(start, end),
      body: text.slice(body.start, body.end),
      local: local === true,
    },
  ];
}

function blanked(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let [at, out] = [0, ''];
  for (const { start, end } of spans) {
    if (start < at) continue;
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return out + text.slice(at);
}

/** From 1. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** A name, as a pattern that stands for nothing else. */
export const word = (name: string): string =>
  String.raw`(?<![\w$])(?<!(?<!\.)\.)${name.replace(/[$]/g, '\\$')}(?![\w$])`;

export const isRecursive = ({ name, body }: Routine): boolean =>
  new RegExp(String.raw`(?<![\w$])${name.replace(/[$]/g, '\\$')}\s*\(`).test(body);

const TYPE_FIRST = ['C', 'C++', 'Java'];
const NO_INPUT = new Set(['self', 'cls', 'this', 'mut', 'const', 'void', 'readonly', 'public', 'private']);

/** What a function calls its inputs. */
export function inputsOf({ signature, name }: Routine, language: string): readonly string[] {
  const list = listIn(signature, signature.indexOf(name) + name.length) ?? /(\w+)\s*=>/.exec(signature)?.[1] ?? '';
  return pieces(list).flatMap((piece) => {
    const bare = piece.replace(/=(?!>)[\s\S]*$/, '');
    if (/^\s*(?:\.\.\.)?[{[]/.test(bare)) return namesIn(bare);
    const names = namesIn(TYPE_FIRST.includes(language) ? bare : bare.replace(/:[\s\S]*$/, ''));
    const one = TYPE_FIRST.includes(language) ? names.at(-1) : names[0];
    return one === undefined ? [] : [one];
  });
}

const namesIn = (text: string): readonly string[] =>
  (text.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((one) => !NO_INPUT.has(one));

/** What stands between the first parentheses. In Go the receiver stands before the name. */
function listIn(signature: string, from: number): string | undefined {
  const start = signature.indexOf('(', Math.max(0, from));
  if (start < 0) return undefined;
  let depth = 0;
  for (let at = start; at < signature.length; at++) {
    if (signature[at] === '(') depth++;
    else if (signature[at] === ')' && --depth === 0) return signature.slice(start + 1, at);
  }
  return undefined;
}

function pieces(list: string): readonly string[] {
  let [depth, piece] = [0, ''];
  const all: string[] = [];
  for (const char of list) {
    if ('([{<'.includes(char)) depth++;
    if (')]}>'.includes(char)) depth--;
    if (char === ',' && depth <= 0) {
      all.push(piece);
      piece = '';
    } else piece += char;
  }
  return [...all, piece].filter((one) => one.trim() !== '');
}
