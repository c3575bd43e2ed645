import { nearest } from '../../lib/nearest.ts';

/** The files that the model was shown, by path. */
export type Known = ReadonlyMap<string, string>;

const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/gu;
const LABEL = /^(?:(?:new |updated |modified )?file(?:name|path)?|path|create|update|modify|edit)[ \t]*:[ \t]*/i;
const LEADERS = /^(?:[-*+•>][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\/\/[ \t]*|file(?:name)?[ \t]+(?=[`*"']))/i;
const NOTE = /[ \t]+\((?:new|new file|created|updated|modified|changed|full|complete|full file)\)$/i;
const WRAPPERS: readonly (readonly [string, string])[] = [
  ['**', '**'],
  ['__', '__'],
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['*', '*'],
  ['<!--', '-->'],
  ['/*', '*/'],
];
/** A longer line is no path. */
const LONGEST = 400;

/** The path that a line names and nothing else, however decorated; it need not be a known or a good one. */
export function pathOfLine(line: string, known: Known): string | undefined {
  if (line.length > LONGEST) return undefined;
  if (known.has(line.trim())) return line.trim();
  let text = line.replace(INVISIBLE, '').trim();
  let marked = false;
  for (;;) {
    const own = ownName(text);
    if (known.has(own)) return own;
    const { next, clear } = undressed(text);
    if (next === text) return isPathLike(text, marked) ? own : undefined;
    marked ||= clear;
    text = next;
  }
}

/** One decoration less. A label or backticks make it clear that a word without a dot is a path. */
function undressed(text: string): { readonly next: string; readonly clear: boolean } {
  for (const [start, end] of WRAPPERS) {
    const inner = text.slice(start.length, text.length - end.length).trim();
    if (text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end) && inner !== '')
      return { next: inner, clear: start === '`' };
  }
  const label = text.replace(LABEL, '');
  if (label !== text && label !== '') return { next: label.trim(), clear: true };
  const bare = text.replace(LEADERS, '').replace(NOTE, '');
  if (bare !== text && bare !== '') return { next: bare.trim(), clear: false };
  return { next: text.length > 1 && text.endsWith(':') ? text.slice(0, -1).trim() : text, clear: false };
}

/** The path in what follows a fence: `python src/a.py`, `src/a.py`, `python:src/a.py`, `js title="src/a.js"`. */
export function pathOfInfo(info: string, known: Known): string | undefined {
  if (info.length > LONGEST) return undefined;
  const words = info.split(/\s+/);
  for (const whole of [info, words.slice(1).join(' ')]) if (known.has(ownName(whole))) return ownName(whole);
  for (const [index, word] of words.entries()) {
    const keyed = /^\{?(?:title|file|filename|path|name)=["']?([^"'}]+)["']?\}?$/i.exec(word)?.[1];
    const joined = index === 0 ? /^[\w+#-]{2,}:(.+)$/.exec(word)?.[1] : undefined;
    const path = ownName(keyed ?? joined ?? word);
    if (known.has(path)) return path;
    const alone = index === 0 && keyed === undefined && joined === undefined;
    if (isPathLike(path, keyed !== undefined) && (!alone || path.includes('/'))) return path;
  }
  return undefined;
}

function isPathLike(text: string, marked: boolean): boolean {
  if (/^[A-Za-z]:[\\/]\S+$/.test(text)) return true;
  if (!/^[^\s`*<>|"'?;:]+$/u.test(text)) return false;
  if (/^(?:\/|~\/|\.\.[\\/]).*\w/.test(text)) return true;
  return /[\w)\]}]\.[A-Za-z][\w+-]*$|(?:^|\/)\.[A-Za-z][\w.-]*$/u.test(text) || (marked && /\w/u.test(text));
}

const ownName = (path: string): string => (path.startsWith('./') ? path.slice(2) : path);

/** Why a path can't be one of the tree; undefined when it can. */
export function badPath(path: string): string | undefined {
  if (path.includes('\\')) return `${path} has backslashes. Write it with / as in the list of files.`;
  const outside = path.startsWith('/') || path.startsWith('~/') || /^[A-Za-z]:/.test(path);
  if (outside || path.split('/').includes('..'))
    return `${path} leaves the tree. Write paths relative to its root, without "..".`;
  const odd = path.split('/').some((part) => part === '' || part === '.') || /\p{Cc}/u.test(path);
  return odd ? `${path} is no plain path. Write it as in the list of files.` : undefined;
}

/** What to say of a path that is no known one. */
export function unknownPath(path: string, known: Known): string {
  const paths = [...known.keys()];
  const name = path.slice(path.lastIndexOf('/') + 1);
  const alike = paths.filter((one) => one.slice(one.lastIndexOf('/') + 1) === name);
  const near = alike.length === 1 ? alike[0] : nearest(path, paths);
  return `${path} is none of the files shown. ${near === undefined ? 'Use a path from the list of files.' : `Did you mean ${near}?`}`;
}
