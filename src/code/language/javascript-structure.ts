import type { Structure } from '../number-structure.ts';

/** In `slice(0, 10)` the 10 may well be a parameter; a line without a semicolon runs on into the next. */
export const javascriptStructure: Structure = {
  closed: {},
  fixed: {
    unary_expression: ['*'],
    update_expression: ['*'],
    pair: ['key'],
    pair_pattern: ['key'],
    field_definition: ['property'],
    method_definition: ['name'],
    switch_case: ['value'],
  },
  bare: { member_expression: ['*'], call_expression: ['*'], new_expression: ['*'], subscript_expression: ['*'] },
  subscripts: { subscript_expression: ['index'], computed_property_name: ['*'] },
  heads: { for_statement: ['initializer', 'increment'] },
  arithmetic: ['binary_expression', 'unary_expression', 'parenthesized_expression', 'ternary_expression'],
  assigning: [
    'variable_declarator',
    'lexical_declaration',
    'variable_declaration',
    'assignment_expression',
    'augmented_assignment_expression',
    'sequence_expression',
  ],
  operations: ['binary_expression'],
  equality: ['==', '===', '!=', '!=='],
  bitwise: ['|', '&', '^', '<<', '>>', '>>>'],
  lengths: { kinds: ['member_expression'], text: /[.]\s*(?:length|size)$/ },
  counters: {
    update_expression: { target: 'argument' },
    augmented_assignment_expression: { target: 'left', by: ['+=', '-='] },
  },
  starts: {
    variable_declarator: { name: 'name', value: 'value' },
    assignment_expression: { name: 'left', value: 'right' },
    field_definition: { name: 'property', value: 'value', under: ['this.'] },
  },
  fractionalSums: false,
  lists: [],
  choosing: {
    every: [
      ...['at', 'charAt', 'charCodeAt', 'codePointAt', 'splice', 'exit'],
      ...['toFixed', 'toPrecision', 'toString', 'padStart', 'padEnd'],
    ],
    some: { slice: [0], subarray: [0], substring: [0], substr: [0], parseInt: [1], stringify: [2] },
  },
  runsOn: ['expression_statement'],
};
