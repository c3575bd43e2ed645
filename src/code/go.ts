import type { Language } from './languages.ts';

export const go: Language = {
  name: 'Go',
  endings: ['.go'],
  grammar: { package: 'tree-sitter-go', file: 'tree-sitter-go.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};
