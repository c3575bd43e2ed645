import type { Language } from '../languages.ts';
import type { Structure } from '../number-structure.ts';
import { bits, float, readerOf, unlimited, usualFloat, usualInt } from '../numbers.ts';

const every = ['*'];

/** What a macro gets is opaque to the grammar, so its numbers are left out too. */
const structure: Structure = {
  closed: {
    token_tree: every,
    attribute_item: every,
    inner_attribute_item: every,
    macro_definition: every,
    enum_item: every,
    array_type: every,
    type_arguments: every,
    type_parameters: every,
    const_block: every,
    tuple_pattern: every,
    tuple_struct_pattern: every,
    struct_pattern: every,
    slice_pattern: every,
    reference_pattern: every,
    captured_pattern: every,
    range_pattern: every,
    or_pattern: every,
    negative_literal: every,
    array_expression: ['length'],
  },
  fixed: {
    unary_expression: every,
    reference_expression: every,
    match_pattern: every,
    let_condition: ['pattern'],
    let_declaration: ['pattern'],
    for_expression: ['pattern'],
    field_expression: ['field'],
    field_initializer: ['field'],
  },
  bare: {
    field_expression: every,
    call_expression: every,
    try_expression: every,
    await_expression: every,
    index_expression: ['first'],
  },
  subscripts: { index_expression: ['later'] },
  heads: { range_expression: ['first'] },
  // The grammar takes `..=4` for an assignment to `..`.
  arithmetic: [
    ...['binary_expression', 'unary_expression', 'parenthesized_expression'],
    ...['range_expression', 'type_cast_expression', 'assignment_expression'],
  ],
  assigning: [],
  operations: ['binary_expression', 'compound_assignment_expr'],
  equality: ['==', '!='],
  bitwise: ['|', '&', '^', '<<', '>>', '|=', '&=', '^=', '<<=', '>>='],
  lengths: { kinds: ['call_expression'], text: /[.]\s*(?:len|count)\s*\(\s*\)$/ },
  counters: { compound_assignment_expr: { target: 'left', by: ['+=', '-='] } },
  starts: {
    let_declaration: { name: 'pattern', value: 'value' },
    assignment_expression: { name: 'left', value: 'right' },
    field_initializer: { name: 'field', value: 'value', under: ['self.'] },
  },
  fractionalSums: true,
  lists: [],
  choosing: {
    every: ['nth', 'get', 'get_mut', 'exit', 'step_by', 'swap', 'remove', 'split_at', 'from_str_radix', 'to_digit'],
    some: { insert: [0] },
  },
};

const sized = [8, 16, 32, 64, 128] as const;

export const rust: Language = {
  name: 'Rust',
  endings: ['.rs'],
  grammar: { package: 'tree-sitter-rust', file: 'tree-sitter-rust.wasm' },
  comments: ['//', '/*'],
  numbers: ['integer_literal', 'float_literal'],
  sign: 'unary_expression',
  readNumber: readerOf({
    separator: /_/g,
    whole: new Map([
      ['', usualInt],
      ['usize', bits(64, false)],
      ['isize', bits(64, true)],
      ...sized.flatMap((size) => [[`u${size}`, bits(size, false)] as const, [`i${size}`, bits(size, true)] as const]),
    ]),
    fraction: new Map([
      ['', usualFloat],
      ['f32', float],
      ['f64', unlimited],
    ]),
  }),
  structure,
};
