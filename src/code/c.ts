import type { Language } from './languages.ts';

export const c: Language = {
  name: 'C',
  endings: ['.c', '.h'],
  grammar: { package: 'tree-sitter-c', file: 'tree-sitter-c.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};
