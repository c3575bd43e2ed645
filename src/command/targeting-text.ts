import type { Selector } from '../code/code.ts';
import { shellQuote } from '../lib/format.ts';

/** A target as people write it: a file, and which of its definitions. */
export interface TargetText {
  /** As written, relative to where it was written. */
  readonly file: string;
  readonly selector: Selector;
}

const LINE = /^(?:(.*?)(?:\s*@\s*|\s+))?line:(\d+)$/;
const FRAGMENT = /^(.+?)\s*@\s*(.+)$/;
const CALL = /^([^\s(]+)(?<!\boperator)\s*(\(.*)$/;

/**
 * `FILE#NAME`, where the name may be followed by `@line:42`, ` line:42`, `@` and a part of the signature, or a list of
 * parameters; or `FILE#line:42`. Without `#` the selector is empty. `isFile` tells which `#` is part of a file's name.
 */
export function readTarget(text: string, isFile: (path: string) => boolean): TargetText {
  const marks = [...text.matchAll(/#/g)].map(({ index }) => index);
  if (isFile(text)) return { file: text, selector: { symbol: '' } };
  const mark = marks.findLast((at) => isFile(text.slice(0, at))) ?? marks[0];
  if (mark === undefined) return { file: text, selector: { symbol: '' } };
  return { file: text.slice(0, mark), selector: readSelector(text.slice(mark + 1).trim()) };
}

export function readSelector(text: string): Selector {
  const line = LINE.exec(text);
  if (line !== null) return { symbol: line[1]?.trim() ?? '', line: Number(line[2]) };
  const [, symbol, fragment] = FRAGMENT.exec(text) ?? CALL.exec(text) ?? [];
  return symbol === undefined || fragment === undefined ? { symbol: text } : { symbol, fragment };
}

/** The flag to copy. */
export const targetFlag = (file: string, symbol: string, line?: number): string =>
  `--target ${targetArgument(file, symbol, line)}`;

export const targetArgument = (file: string, symbol: string, line?: number): string =>
  quoted(`${file}#${symbol}${line === undefined ? '' : `@line:${line}`}`);

/** A shell takes `#` for a comment only at the start of a word. */
const quoted = (text: string): string =>
  shellQuote(text.replaceAll('#', '')) === text.replaceAll('#', '') ? text : shellQuote(text);
