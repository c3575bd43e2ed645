/** Parts of a text, as they stand in it, in its order. */
export interface Clipping {
  readonly parts: readonly string[];
  /** Bytes that were left out. */
  readonly left: number;
}

/** What failing programs say. */
const FAILING =
  /\b(?:errors?|err|fail(?:ed|s|ure|ures|ing)?|exceptions?|traceback|assert\w*|panic\w*|fatal|abort\w*|killed|time[d -]?out|warn\w*|nan|invalid|denied|refused|mismatch|undefined|segfault|oom)\b|\w(?:Error|Exception)\b|"(?:passed|success|ok)":\s*false|"score":\s*0(?:\.0*)?\b/gi;
/** Characters around such a word. */
const AROUND = 240;
/** More say nothing new. */
const MOST_WORDS = 2000;
/** For the fence around a part and the mark before it. */
const BETWEEN_BYTES = 32;
/** Shares of the head and of the tail; what fails between them has the rest. */
const SHARE = 0.3;

/** A text in so many bytes: whole, or its head, its tail and what fails between them. */
export function clipped(text: string, bytes: number): Clipping {
  const size = Buffer.byteLength(text);
  if (size <= bytes) return { parts: [text], left: 0 };
  const first = headOf(text, bytes * SHARE);
  const last = tailOf(text, bytes * SHARE);
  const [from, to] = [first.length, text.length - last.length];
  let room = bytes - Buffer.byteLength(first) - Buffer.byteLength(last);
  const middle: string[] = [];
  for (const [start, end] of windowsIn(text, from, to)) {
    const part = headOf(text.slice(start, end), room - BETWEEN_BYTES);
    if (part === '') break;
    middle.push(part);
    room -= Buffer.byteLength(part) + BETWEEN_BYTES;
  }
  const parts = [first, ...middle, last].filter((part) => part !== '');
  return { parts, left: size - parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) };
}

/** Places of failing words with what stands around them, joined where they touch. */
function windowsIn(text: string, from: number, to: number): readonly (readonly [start: number, end: number])[] {
  const windows: [number, number][] = [];
  let words = 0;
  for (const { index, 0: word } of text.slice(from, to).matchAll(FAILING)) {
    words += 1;
    if (words > MOST_WORDS) break;
    const [start, end] = [Math.max(from, from + index - AROUND), Math.min(to, from + index + word.length + AROUND)];
    const before = windows.at(-1);
    if (before !== undefined && start <= before[1]) before[1] = end;
    else windows.push([start, end]);
  }
  return windows;
}

/** As many whole characters of the beginning as fit. */
function headOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  return all.length <= bytes ? text : decoded(all.subarray(0, Math.max(0, bytes))).replace(/\uFFFD+$/, '');
}

function tailOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  return all.length <= bytes ? text : decoded(all.subarray(all.length - Math.floor(bytes))).replace(/^\uFFFD+/, '');
}

const decoded = (bytes: Buffer): string => new TextDecoder().decode(bytes);
