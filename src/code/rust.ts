import type { Language } from './languages.ts';

export const rust: Language = {
  name: 'Rust',
  endings: ['.rs'],
  grammar: { package: 'tree-sitter-rust', file: 'tree-sitter-rust.wasm' },
  comments: ['//', '/*'],
  numbers: [],
  sign: 'unary_expression',
  readNumber: () => undefined,
  structural: () => () => true,
};
