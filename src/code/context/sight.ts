import type { Declaration } from '../syntax/names.ts';
import { ancestorsOf, holds, type SyntaxNode } from '../syntax/tree.ts';
import type { Defined } from './lookup.ts';
import type { Library, Source } from './shelf.ts';
import { textIn } from './tree-words.ts';

/** From where names are looked at. */
export interface Sight {
  readonly library: Library;
  readonly source: Source;
  /** The class around it: what `self` and `this` are of. */
  readonly self: Defined | undefined;
}

/** A name is seen only after it is declared. */
const IN_ORDER = /^(Rust|Go|C|C\+\+)$/;
const CLASSES = /^(class_|interface_|impl_item|trait_item|mod_item|enum_|record_|object_type)/;

/** What declares a name inside a function, where that is what it means at this place. */
export function localOf(source: Source, use: SyntaxNode, name = textIn(source, use)): Declaration | undefined {
  const declared = (source.names.declared.get(name) ?? []).filter((one) => isLocal(source, one, use));
  const innermost = declared.reduce<Declaration | undefined>(
    (found, one) => (found === undefined || (one.scope !== found.scope && holds(found.scope, one.scope)) ? one : found),
    undefined,
  );
  if (innermost === undefined) return undefined;
  const same = declared.filter(({ scope }) => scope === innermost.scope);
  return same.findLast(({ from }) => from <= use.start) ?? innermost;
}

function isLocal({ root, language, text }: Source, { name, node, scope, from }: Declaration, use: SyntaxNode): boolean {
  if (scope === root || CLASSES.test(scope.type) || !holds(scope, use)) return false;
  // `let op = op(input)` calls another op.
  if (IN_ORDER.test(language) && from > use.start && use !== node) return false;
  if (language === 'Rust' && (/^\p{Lu}/u.test(name) || node.parent?.type === 'scoped_identifier')) return false;
  if (language === 'Python' && isGlobal(text.slice(scope.start, scope.end), name)) return false;
  return !isTop(scope);
}

const isGlobal = (text: string, name: string): boolean =>
  text.includes('global') && new RegExp(`^\\s*global\\s[^\\n]*\\b${name}\\b`, 'm').test(text);

/** A block that is no function's: a namespace, an `if` at the top of a file, `extern "C"`. */
function isTop(scope: SyntaxNode): boolean {
  if (FUNCTIONS.test(scope.type)) return false;
  for (const at of ancestorsOf(scope)) {
    if (FUNCTIONS.test(at.type)) return false;
  }
  return /^(declaration_list|field_declaration_list|preproc_|block$|module|program|linkage|namespace)/.test(scope.type);
}

const FUNCTIONS = /function|method|lambda|closure|constructor|func_literal|arrow|comprehension|generator_expression/;
