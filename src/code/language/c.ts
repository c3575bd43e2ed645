import type { Language } from '../languages.ts';
import { bits, float, type Range, readerOf, unlimited, usualInt, usualUnsigned } from '../numbers.ts';
import { cStructure } from './c-structure.ts';

const long = bits(64, true);
const unsignedLong = bits(64, false);

/** By suffix. */
export const cWhole: ReadonlyMap<string, (value: number) => Range> = new Map([
  ['', usualInt],
  ['u', usualUnsigned],
  ...['l', 'll'].map((suffix) => [suffix, long] as const),
  ...['ul', 'lu', 'ull', 'llu'].map((suffix) => [suffix, unsignedLong] as const),
]);

export const cFraction: ReadonlyMap<string, (value: number) => Range> = new Map([
  ['', unlimited],
  ['f', float],
  ['l', unlimited],
]);

export const c: Language = {
  name: 'C',
  endings: ['.c', '.h'],
  grammar: { package: 'tree-sitter-c', file: 'tree-sitter-c.wasm' },
  comments: ['//', '/*'],
  numbers: ['number_literal'],
  sign: 'unary_expression',
  readNumber: readerOf({ separator: /'/g, octal: true, whole: cWhole, fraction: cFraction }),
  structure: cStructure,
};
