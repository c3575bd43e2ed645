import type { Language } from '../languages.ts';
import type { Structure } from '../number-structure.ts';
import { readJavascriptNumber } from './javascript.ts';
import { javascriptStructure } from './javascript-structure.ts';

const every = ['*'];

const structure: Structure = {
  ...javascriptStructure,
  closed: {
    type_alias_declaration: every,
    interface_declaration: every,
    enum_declaration: every,
    type_annotation: every,
    type_predicate_annotation: every,
    asserts_annotation: every,
    type_arguments: every,
    type_parameters: every,
    literal_type: every,
    decorator: every,
  },
  fixed: { ...javascriptStructure.fixed, public_field_definition: ['name'], property_signature: ['name'] },
  bare: { ...javascriptStructure.bare, non_null_expression: every },
  starts: {
    ...javascriptStructure.starts,
    public_field_definition: { name: 'name', value: 'value', under: ['this.'] },
  },
};

export const typescript: Language = {
  name: 'TypeScript',
  endings: ['.ts', '.mts', '.cts'],
  grammar: { package: 'tree-sitter-typescript', file: 'tree-sitter-typescript.wasm' },
  comments: ['//', '/*'],
  numbers: ['number'],
  sign: 'unary_expression',
  readNumber: readJavascriptNumber,
  // `a < (-1)` is read as the start of type arguments; before a product the parentheses would be ours.
  signless: [{ before: /<[\s(]*\(\s*$/ }, { before: /<\s*$/, after: /^\s*[*/]/ }],
  structure,
};

export const tsx: Language = {
  ...typescript,
  endings: ['.tsx'],
  grammar: { package: 'tree-sitter-typescript', file: 'tree-sitter-tsx.wasm' },
};
