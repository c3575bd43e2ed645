import type { Language } from '../languages.ts';
import type { Structure } from '../number-structure.ts';
import { bits, readerOf } from '../numbers.ts';
import { c, cFraction, cWhole } from './c.ts';
import { cStructure } from './c-structure.ts';

const every = ['*'];

const structure: Structure = {
  ...cStructure,
  closed: {
    ...cStructure.closed,
    user_defined_literal: every,
    template_argument_list: every,
    template_parameter_list: every,
    new_declarator: every,
    static_assert_declaration: every,
    decltype: every,
    noexcept: every,
    explicit_function_specifier: every,
    requires_clause: every,
    concept_definition: every,
  },
  fixed: { ...cStructure.fixed, condition_clause: every, operator_cast: every },
  bare: { ...cStructure.bare, user_defined_literal: every },
  subscripts: { subscript_argument_list: every },
  starts: {
    ...cStructure.starts,
    field_declaration: { name: 'declarator', value: 'default_value', under: ['', 'this->'] },
  },
  choosing: {
    every: [...cStructure.choosing.every, 'at', 'setprecision', 'setw', 'advance'],
    some: { ...cStructure.choosing.some, substr: [0], stoi: [2], stol: [2] },
  },
};

export const cpp: Language = {
  ...c,
  name: 'C++',
  endings: ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'],
  grammar: { package: 'tree-sitter-cpp', file: 'tree-sitter-cpp.wasm' },
  readNumber: readerOf({
    separator: /'/g,
    octal: true,
    whole: new Map([...cWhole, ['z', bits(64, true)], ['uz', bits(64, false)], ['zu', bits(64, false)]]),
    fraction: cFraction,
  }),
  // `a < 1 && b > -1` is read as `a<1 && b>` minus 1.
  signless: [{ before: /<[^;{}]*[^-=>]>\s*$/ }],
  structure,
};
