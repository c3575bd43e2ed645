import { kinds } from './table.ts';

/**
 * What renaming locals must know of a language. Contract: whatever is not named here stays as it is, so a gap in a table
 * costs a match and never makes one.
 */
export interface LocalsTable {
  /** Kinds that declare locals, with the field that holds them. */
  readonly declares: Readonly<Record<string, string>>;
  /** Kinds that take a declared thing apart, with the field to go on in; `*` is all of its children. */
  readonly patterns: Readonly<Record<string, string>>;
  /** Where a declaration ends. Those of `hoisted` kinds are seen in the whole body of their function. */
  readonly scopes: ReadonlySet<string>;
  readonly hoisted: ReadonlySet<string>;
  /** When a local is first seen: at once in all of its scope, after its name, or after the whole declaration. */
  readonly seen: 'everywhere' | 'after-name' | 'after-declaration';
  /** Declarations that are seen from their body on. */
  readonly headers: ReadonlySet<string>;
  /** No local of a function with one of these inside is renamed. */
  readonly frozen: RegExp;
  /** Names inside these mean something outside, or may: parameters, imports, patterns, shorthand. */
  readonly strange: ReadonlySet<string>;
  /** The same by kind and field. */
  readonly strangeParts: ReadonlySet<string>;
  /** Names that are no variables, by kind and field. */
  readonly members: ReadonlySet<string>;
  /** Names that are no locals, wherever they stand. */
  readonly fixed: RegExp;
  /** Where the text of a file has one of these, no local in it is renamed. */
  readonly reflective: RegExp;
  /** Where it has one of these, lines and comments matter, too. */
  readonly verbatim: RegExp;
}

const javascript: LocalsTable = {
  declares: { lexical_declaration: '*', variable_declaration: '*', for_in_statement: 'left' },
  patterns: {
    variable_declarator: 'name',
    array_pattern: '*',
    object_pattern: '*',
    pair_pattern: 'value',
    assignment_pattern: 'left',
    rest_pattern: '*',
  },
  scopes: kinds('statement_block for_statement for_in_statement switch_body'),
  hoisted: kinds('variable_declaration'),
  seen: 'everywhere',
  headers: kinds(''),
  frozen: /^(jsx_|with_statement|internal_module|enum_declaration|ERROR)/,
  strange: kinds(
    'formal_parameters shorthand_property_identifier shorthand_property_identifier_pattern',
    'import_statement export_statement object_assignment_pattern type_predicate',
  ),
  strangeParts: kinds(
    'arrow_function.parameter catch_clause.parameter function_declaration.name function_expression.name',
    'generator_function_declaration.name generator_function.name class_declaration.name class.name',
  ),
  members: kinds(''),
  fixed: /^_$/,
  reflective: /\b(?:eval|Function|arguments|with|debugger)\b/,
  verbatim: /\.stack\b|captureStackTrace|prepareStackTrace/,
};

const python: LocalsTable = {
  declares: {
    assignment: 'left',
    for_statement: 'left',
    named_expression: 'name',
    as_pattern: 'alias',
    for_in_clause: 'left',
  },
  patterns: {
    pattern_list: '*',
    tuple_pattern: '*',
    list_pattern: '*',
    list_splat_pattern: '*',
    as_pattern_target: '*',
  },
  scopes: kinds('list_comprehension set_comprehension dictionary_comprehension generator_expression'),
  hoisted: kinds('assignment for_statement named_expression as_pattern'),
  seen: 'everywhere',
  headers: kinds(''),
  frozen: /^(class_definition|print_statement|exec_statement|ERROR)$/,
  strange: kinds(
    'parameters lambda_parameters import_statement import_from_statement future_import_statement aliased_import',
    'global_statement nonlocal_statement case_clause case_pattern type_alias_statement type_parameter',
  ),
  strangeParts: kinds('function_definition.name class_definition.name'),
  members: kinds('attribute.attribute keyword_argument.name'),
  fixed: /^__|^_$/,
  reflective:
    /\b(?:eval|exec|locals|globals|vars|dir|compile|breakpoint|settrace|setprofile|query|__code__|co_varnames|f_locals|njit|jit|numba)\b/,
  verbatim: /\b(?:inspect|getsource|linecache|traceback|_getframe|co_firstlineno|tokenize)\b/,
};

const rust: LocalsTable = {
  declares: { let_declaration: 'pattern', for_expression: 'pattern' },
  patterns: { tuple_pattern: '*', mut_pattern: '*', ref_pattern: '*', reference_pattern: '*' },
  scopes: kinds('block for_expression'),
  hoisted: kinds(''),
  seen: 'after-declaration',
  headers: kinds('for_expression'),
  frozen:
    /^(function_item|impl_item|mod_item|trait_item|struct_item|enum_item|macro_definition|use_declaration|ERROR)$/,
  strange: kinds(
    'parameters closure_parameters match_pattern macro_invocation attribute_item inner_attribute_item',
    'tuple_struct_pattern struct_pattern shorthand_field_initializer captured_pattern or_pattern slice_pattern',
    'const_item static_item let_chain',
  ),
  strangeParts: kinds('let_condition.pattern'),
  members: kinds('scoped_identifier.name scoped_identifier.path generic_function.function'),
  fixed: /^[A-Z]|^_$/,
  reflective: /\b(?:asm|stringify)!/,
  verbatim: /\b(?:line|column|file)!|\btrack_caller\b|#!?\[doc/,
};

const go: LocalsTable = {
  declares: { short_var_declaration: 'left', var_spec: 'name', range_clause: 'left' },
  patterns: { expression_list: '*' },
  scopes: kinds(
    'block for_statement if_statement expression_switch_statement type_switch_statement expression_case default_case',
    'type_case communication_case',
  ),
  hoisted: kinds(''),
  seen: 'after-declaration',
  headers: kinds(''),
  frozen: /^(type_declaration|ERROR)$/,
  strange: kinds('parameter_declaration variadic_parameter_declaration import_spec const_spec receive_statement'),
  strangeParts: kinds('keyed_element.key function_declaration.name'),
  members: kinds(''),
  fixed: /^_$/,
  reflective: /\bunsafe\b/,
  verbatim: /\bruntime\.Callers?\b|\bimport\s+"C"|"C"/,
};

const c: LocalsTable = {
  declares: { declaration: 'declarator', for_range_loop: 'declarator' },
  patterns: {
    init_declarator: 'declarator',
    pointer_declarator: 'declarator',
    array_declarator: 'declarator',
    reference_declarator: '*',
    structured_binding_declarator: '*',
  },
  scopes: kinds('compound_statement for_statement for_range_loop if_statement while_statement switch_statement'),
  hoisted: kinds(''),
  seen: 'after-name',
  headers: kinds('for_range_loop'),
  frozen:
    /^(preproc_|field_declaration_list|enumerator_list|gnu_asm|asm_|type_definition|template_declaration|template_instantiation|using_|ERROR)/,
  strange: kinds(
    'parameter_list parameter_declaration optional_parameter_declaration enumerator lambda_capture_specifier',
    'function_declarator lambda_capture_initializer concatenated_string',
  ),
  strangeParts: kinds(''),
  members: kinds('qualified_identifier.name'),
  fixed: /^[A-Z][A-Z0-9_]*$|^__/,
  reflective: /\b(?:__asm__|asm)\b/,
  verbatim: /__LINE__|__COUNTER__|__FILE__|source_location/,
};

const java: LocalsTable = {
  declares: { local_variable_declaration: 'declarator', enhanced_for_statement: 'name' },
  patterns: { variable_declarator: 'name' },
  scopes: kinds('block constructor_body for_statement enhanced_for_statement switch_block'),
  hoisted: kinds(''),
  seen: 'after-name',
  headers: kinds('enhanced_for_statement'),
  frozen: /^(class_body|class_declaration|record_declaration|enum_declaration|interface_declaration|ERROR)$/,
  strange: kinds(
    'formal_parameters formal_parameter inferred_parameters spread_parameter catch_formal_parameter resource',
    'annotation marker_annotation method_reference break_statement continue_statement type_pattern record_pattern',
    'element_value_pair',
  ),
  strangeParts: kinds('lambda_expression.parameters instanceof_expression.name method_declaration.name'),
  members: kinds('field_access.field method_invocation.name scoped_identifier.name scoped_identifier.scope'),
  fixed: /^_$/,
  reflective: /(?!)/,
  verbatim: /getStackTrace|StackWalker|getLineNumber/,
};

/** By the name of the language. */
export const LOCALS: Readonly<Record<string, LocalsTable>> = {
  JavaScript: javascript,
  TypeScript: javascript,
  Python: python,
  Rust: rust,
  Go: go,
  C: c,
  'C++': c,
  Java: java,
};
