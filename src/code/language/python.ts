import type { Language } from '../languages.ts';
import type { Structure } from '../number-structure.ts';
import { readerOf, unlimited } from '../numbers.ts';

const every = ['*'];

const structure: Structure = {
  closed: {
    decorator: every,
    type: every,
    type_parameter: every,
    string: every,
    case_pattern: every,
    pair: ['key'],
    class_definition: ['superclasses'],
  },
  fixed: {
    unary_operator: every,
    not_operator: every,
    if_statement: ['condition'],
    while_statement: ['condition'],
    assert_statement: every,
  },
  bare: { attribute: every, call: ['function'], subscript: ['value'], await: every },
  subscripts: { subscript: ['subscript'] },
  heads: {},
  arithmetic: [
    ...['binary_operator', 'unary_operator', 'parenthesized_expression', 'conditional_expression'],
    ...['slice', 'tuple'],
  ],
  assigning: [],
  operations: ['binary_operator', 'augmented_assignment'],
  chains: ['comparison_operator'],
  equality: ['==', '!=', '<>', 'is', 'is not', 'in', 'not in'],
  bitwise: ['|', '&', '^', '<<', '>>', '|=', '&=', '^=', '<<=', '>>='],
  lengths: { kinds: ['call', 'attribute'], text: /^len\s*\(|[.]\s*(?:size|ndim|count\s*\(.*\))$/s },
  counters: { augmented_assignment: { target: 'left', by: ['+=', '-='] } },
  starts: { assignment: { name: 'left', value: 'right', under: ['', 'self.', 'cls.'] } },
  fractionalSums: true,
  lists: ['expression_list'],
  choosing: {
    every: ['exit', '_exit', 'reshape', 'transpose', 'swapaxes', 'expand_dims', 'squeeze'],
    some: { round: [1], int: [1], pop: [0], insert: [0], enumerate: [1], dumps: [1] },
    several: { range: [0, 2], arange: [0], islice: [1, 3] },
    named: { kind: 'keyword_argument', names: ['axis', 'dim', 'ndim', 'ndigits', 'ndmin', 'indent', 'base', 'start'] },
  },
};

export const python: Language = {
  name: 'Python',
  endings: ['.py', '.pyi'],
  grammar: { package: 'tree-sitter-python', file: 'tree-sitter-python.wasm' },
  comments: ['#'],
  numbers: ['integer', 'float'],
  sign: 'unary_operator',
  readNumber: readerOf({
    separator: /_/g,
    whole: new Map([['', unlimited]]),
    fraction: new Map([['', unlimited]]),
  }),
  structure,
};
