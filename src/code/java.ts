import type { Language } from './languages.ts';

export const java: Language = {
  name: 'Java',
  endings: ['.java'],
  grammar: { package: 'tree-sitter-java', file: 'tree-sitter-java.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};
