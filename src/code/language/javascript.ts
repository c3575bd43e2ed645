import type { Language } from '../languages.ts';
import type { Reading } from '../numbers.ts';
import { javascriptStructure } from './javascript-structure.ts';

export const javascript: Language = {
  name: 'JavaScript',
  endings: ['.js', '.mjs', '.cjs', '.jsx'],
  grammar: { package: 'tree-sitter-javascript', file: 'tree-sitter-javascript.wasm' },
  comments: ['//', '/*'],
  numbers: ['number'],
  sign: 'unary_expression',
  readNumber: readJavascriptNumber,
  structure: javascriptStructure,
};

export function readJavascriptNumber(text: string): Reading | undefined {
  const digits = text.replace(/^-|_/g, '');
  // A bigint; n is no digit of any base.
  if (digits.endsWith('n')) return undefined;
  const magnitude = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  if (!Number.isFinite(magnitude)) return undefined;
  const value = text.startsWith('-') ? -magnitude : magnitude;
  // 1e6 is a whole number to its author; 1e300 stands for no limit.
  return { value, integer: Number.isSafeInteger(value) && (/^0[xob]/i.test(digits) || !digits.includes('.')) };
}
