import type { Language } from '../languages.ts';
import type { Structure } from '../number-structure.ts';
import { type Reading, readerOf, usualFloat, usualInt } from '../numbers.ts';

const every = ['*'];

const structure: Structure = {
  closed: {
    type_declaration: every,
    array_type: every,
    type_arguments: every,
    type_parameter_list: every,
    expression_case: ['value'],
    keyed_element: ['key'],
  },
  fixed: { unary_expression: every },
  bare: { selector_expression: every, call_expression: ['function'], index_expression: ['operand'] },
  subscripts: { index_expression: ['index'], slice_expression: ['start', 'end', 'capacity'] },
  heads: { for_clause: ['initializer', 'update'] },
  arithmetic: ['binary_expression', 'unary_expression', 'parenthesized_expression'],
  assigning: ['short_var_declaration', 'assignment_statement', 'expression_list'],
  operations: ['binary_expression', 'assignment_statement'],
  equality: ['==', '!='],
  bitwise: ['|', '&', '^', '&^', '<<', '>>', '|=', '&=', '^=', '&^=', '<<=', '>>='],
  lengths: { kinds: ['call_expression', 'iota'], text: /^(?:len|cap)\s*\(|[.]Len\s*\(\s*\)$|^iota$/ },
  counters: {
    inc_statement: {},
    dec_statement: {},
    assignment_statement: { target: 'left', by: ['+=', '-='] },
  },
  starts: {
    short_var_declaration: { name: 'left', value: 'right' },
    assignment_statement: { name: 'left', value: 'right' },
    var_spec: { name: 'name', value: 'value' },
  },
  fractionalSums: true,
  lists: ['expression_list'],
  choosing: {
    every: ['make', 'Exit', 'ParseInt', 'ParseUint', 'ParseFloat', 'FormatInt', 'FormatUint', 'FormatFloat'],
    some: {},
  },
};

const read = readerOf({
  separator: /_/g,
  octal: true,
  whole: new Map([['', usualInt]]),
  fraction: new Map([['', usualFloat]]),
});

export const go: Language = {
  name: 'Go',
  endings: ['.go'],
  grammar: { package: 'tree-sitter-go', file: 'tree-sitter-go.wasm' },
  comments: ['//', '/*'],
  numbers: ['int_literal', 'float_literal'],
  sign: 'unary_expression',
  readNumber,
  structure,
};

/** 1e6 may stand for an int here, 1e6 + 0.5 may not: written without a point it stays whole, and of its kind. */
function readNumber(text: string): Reading | undefined {
  const number = read(text);
  if (number === undefined || number.integer || !/^-?[\d_]+e/i.test(text)) return number;
  if (!Number.isSafeInteger(number.value)) return number;
  return { ...number, ...usualInt(number.value), integer: true, suffix: 'e0' };
}
