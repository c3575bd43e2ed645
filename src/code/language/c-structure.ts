import type { Structure } from '../number-structure.ts';

const every = ['*'];

/** What `#define` gives a name to is opaque to the grammar, so such numbers are left out too. */
export const cStructure: Structure = {
  closed: {
    preproc_def: every,
    preproc_function_def: every,
    preproc_call: every,
    preproc_include: every,
    preproc_if: ['condition'],
    preproc_elif: ['condition'],
    enum_specifier: every,
    array_declarator: ['size'],
    abstract_array_declarator: ['size'],
    bitfield_clause: every,
    subscript_designator: every,
    subscript_range_designator: every,
    attribute_specifier: every,
    attribute_declaration: every,
    ms_declspec_modifier: every,
    alignas_qualifier: every,
    gnu_asm_expression: every,
    type_descriptor: every,
    sizeof_expression: every,
    alignof_expression: every,
    case_statement: ['value'],
  },
  fixed: {
    unary_expression: every,
    update_expression: every,
    pointer_expression: every,
    if_statement: ['condition'],
    while_statement: ['condition'],
    do_statement: ['condition'],
    for_statement: ['condition'],
  },
  bare: { field_expression: every, call_expression: every, subscript_expression: ['argument'] },
  subscripts: { subscript_expression: ['index'] },
  heads: { for_statement: ['initializer', 'update'] },
  arithmetic: [
    ...['binary_expression', 'unary_expression', 'parenthesized_expression', 'conditional_expression'],
    'cast_expression',
  ],
  assigning: ['init_declarator', 'declaration', 'assignment_expression', 'comma_expression'],
  operations: ['binary_expression', 'assignment_expression'],
  equality: ['==', '!=', 'not_eq'],
  bitwise: ['|', '&', '^', '<<', '>>', '|=', '&=', '^=', '<<=', '>>=', 'bitand', 'bitor', 'xor'],
  lengths: {
    kinds: ['call_expression', 'field_expression', 'sizeof_expression'],
    text: /^(?:strlen|sizeof)\b|(?:[.]|->)\s*(?:len|length|size|count)(?:\s*\(\s*\))?$/,
  },
  counters: {
    update_expression: { target: 'argument' },
    assignment_expression: { target: 'left', by: ['+=', '-='] },
  },
  starts: {
    init_declarator: { name: 'declarator', value: 'value' },
    assignment_expression: { name: 'left', value: 'right' },
  },
  fractionalSums: true,
  lists: [],
  choosing: {
    every: ['exit', '_exit', '_Static_assert', 'static_assert'],
    some: { memset: [1], strtol: [2], strtoul: [2], strtoll: [2], strtoull: [2] },
  },
  exits: { kind: 'return_statement', function: 'function_definition', declares: /^main\s*\(/ },
};
