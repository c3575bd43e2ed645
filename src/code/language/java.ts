import type { Language } from '../languages.ts';
import type { Structure } from '../number-structure.ts';
import { bits, float, readerOf, unlimited } from '../numbers.ts';

const every = ['*'];

const structure: Structure = {
  closed: {
    annotation: every,
    dimensions_expr: every,
    type_arguments: every,
    type_parameters: every,
    switch_label: every,
    template_expression: every,
  },
  fixed: { unary_expression: every, update_expression: every },
  bare: { field_access: every, method_invocation: ['object'], array_access: ['array'] },
  subscripts: { array_access: ['index'] },
  heads: { for_statement: ['init', 'update'] },
  arithmetic: [
    ...['binary_expression', 'unary_expression', 'parenthesized_expression', 'ternary_expression'],
    'cast_expression',
  ],
  assigning: ['variable_declarator', 'local_variable_declaration', 'assignment_expression'],
  operations: ['binary_expression', 'assignment_expression'],
  equality: ['==', '!='],
  bitwise: ['|', '&', '^', '<<', '>>', '>>>', '|=', '&=', '^=', '<<=', '>>=', '>>>='],
  lengths: {
    kinds: ['field_access', 'method_invocation'],
    text: /[.]\s*(?:length|(?:length|size)\s*\(\s*\))$/,
  },
  counters: { update_expression: {}, assignment_expression: { target: 'left', by: ['+=', '-='] } },
  starts: {
    variable_declarator: { name: 'name', value: 'value', under: ['', 'this.'] },
    assignment_expression: { name: 'left', value: 'right' },
  },
  fractionalSums: true,
  lists: [],
  choosing: {
    every: ['get', 'charAt', 'codePointAt', 'exit', 'remove', 'setScale'],
    some: { substring: [0], subList: [0], set: [0], parseInt: [1], parseLong: [1], toString: [1] },
  },
};

export const java: Language = {
  name: 'Java',
  endings: ['.java'],
  grammar: { package: 'tree-sitter-java', file: 'tree-sitter-java.wasm' },
  comments: ['//', '/*'],
  numbers: [
    ...['decimal_integer_literal', 'hex_integer_literal', 'octal_integer_literal', 'binary_integer_literal'],
    ...['decimal_floating_point_literal', 'hex_floating_point_literal'],
  ],
  sign: 'unary_expression',
  readNumber: readerOf({
    separator: /_/g,
    octal: true,
    // 0xffffffff is -1 and 2147483648 exists only behind a minus: beyond the type there is nothing to read.
    whole: new Map([
      ['', bits(32, true)],
      ['l', bits(64, true)],
    ]),
    fraction: new Map([
      ['', unlimited],
      ['f', float],
      ['d', unlimited],
    ]),
  }),
  structure,
};
