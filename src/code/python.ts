import type { Language } from './languages.ts';

export const python: Language = {
  name: 'Python',
  endings: ['.py', '.pyi'],
  grammar: { package: 'tree-sitter-python', file: 'tree-sitter-python.wasm' },
  comments: ['#'],
  numbers: [],
  sign: 'unary_operator',
  readNumber: () => undefined,
  structural: () => () => true,
};
