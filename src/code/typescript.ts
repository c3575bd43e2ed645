import type { Language } from './languages.ts';

export const typescript: Language = {
  name: 'TypeScript',
  endings: ['.ts', '.mts', '.cts'],
  grammar: { package: 'tree-sitter-typescript', file: 'tree-sitter-typescript.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};

export const tsx: Language = {
  name: 'TypeScript',
  endings: ['.tsx'],
  grammar: { package: 'tree-sitter-typescript', file: 'tree-sitter-tsx.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};
