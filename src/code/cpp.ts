import type { Language } from './languages.ts';

export const cpp: Language = {
  name: 'C++',
  endings: ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'],
  grammar: { package: 'tree-sitter-cpp', file: 'tree-sitter-cpp.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};
