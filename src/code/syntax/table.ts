/** What the editor of syntax trees must know of a language: kinds of nodes and how a few things are written. */
export interface SyntaxTable {
  /** The compiler wants types to fit, so only what fits by a cheap guess is offered. */
  readonly typed: boolean;
  /** What a length is. */
  readonly size: string;
  /** Numbers of all types go together. */
  readonly mixes: boolean;
  /** A variable that is never read is an error. */
  readonly unreadFails: boolean;
  /** Nothing inside is changed: imports, types, strings, annotations. */
  readonly opaque: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  /** Leaves that stand for a variable. */
  readonly names: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** Nodes whose children are statements. */
  readonly lists: ReadonlySet<string>;
  /** Where names end, besides functions and lists. */
  readonly scopes: ReadonlySet<string>;
  /** Statements that may be moved about. */
  readonly statements: ReadonlySet<string>;
  /** Those of them that declare names. */
  readonly declarations: ReadonlySet<string>;
  /** What leaves a block: also as the only content of a statement. */
  readonly jumps: ReadonlySet<string>;
  /** Jumps that leave the function. */
  readonly returns: ReadonlySet<string>;
  readonly loops: ReadonlySet<string>;
  readonly ifs: ReadonlySet<string>;
  readonly ternaries: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly subscripts: ReadonlySet<string>;
  /** Kinds that declare names, with the field that holds them; `*` is all of its children. */
  readonly binds: Readonly<Record<string, string>>;
  readonly binary: ReadonlySet<string>;
  readonly unary: ReadonlySet<string>;
  /** Kinds besides binary ones whose operators may be replaced. */
  readonly assigning: ReadonlySet<string>;
  readonly operators: Readonly<Record<string, readonly string[]>>;
  readonly numbers: ReadonlySet<string>;
  /** `if (c) {`, `if c {` or `if c:`. */
  readonly style: 'parentheses' | 'bare' | 'suite';
  /** Ends a statement that is put on a line with others. */
  readonly separator: string;
}

export const kinds = (...names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => name.split(' ')));

/** Operators that are the same in most languages, each with what it may become. */
export const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '+': ['-', '*'],
  '-': ['+', '*'],
  '*': ['+', '/', '-'],
  '/': ['*', '-'],
  '%': ['/', '*', '+'],
  '<': ['<=', '>', '>='],
  '<=': ['<', '>', '>='],
  '>': ['>=', '<', '<='],
  '>=': ['>', '<', '<='],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
  '&': ['|', '^'],
  '|': ['&', '^'],
  '^': ['|', '&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '+=': ['-=', '*=', '='],
  '-=': ['+=', '*=', '='],
  '*=': ['/=', '+=', '='],
  '/=': ['*=', '-=', '='],
  '%=': ['/=', '*='],
  '&=': ['|=', '^='],
  '|=': ['&=', '^='],
  '^=': ['|=', '&='],
  '<<=': ['>>='],
  '>>=': ['<<='],
  '++': ['--'],
  '--': ['++'],
};

/** What the bound of a loop may become: anything else never starts or never ends. */
export const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '!=': ['<'],
  '!==': ['<'],
};

export const ARITHMETIC = kinds('+ - * / % ** //');
export const COMPARING = kinds('< <= > >= == != === !==');
export const LOGICAL = kinds('&& || ?? and or');
/** Swapping the sides of these changes something. */
export const LOPSIDED = kinds('- / % ** // < <= > >= << >> >>> && || and or');

/** Functions that may stand for each other, by the last part of their name. */
export const RIVALS: readonly (readonly string[])[] = [
  ['min', 'max'],
  ['floor', 'ceil'],
  ['fmin', 'fmax'],
  ['some', 'every'],
  ['any', 'all'],
  ['saturating_add', 'saturating_sub'],
  ['wrapping_add', 'wrapping_sub', 'wrapping_mul'],
];
