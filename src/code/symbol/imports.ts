import type { SyntaxNode } from '../syntax/tree.ts';
import type { Import, ImportReader } from './import.ts';
import { cImports, goImports, javaImports, pythonImports } from './language/plain-imports.ts';
import { rustImports } from './language/rust-imports.ts';
import { scriptImports } from './language/script-imports.ts';
import { type Source, sourceOf } from './source.ts';

const READERS: Readonly<Record<string, ImportReader>> = {
  JavaScript: scriptImports,
  TypeScript: scriptImports,
  Python: pythonImports,
  Rust: rustImports,
  Go: goImports,
  C: cImports,
  'C++': cImports,
  Java: javaImports,
};

/** Conditions and the like, through which the top of a file goes on. */
const OPEN =
  /^(?:preproc_|if_statement|else_clause|elif_clause|try_statement|except_clause|finally_clause|block$|with_statement|linkage_specification|declaration_list$|ERROR)/;

/** What a text brings from elsewhere at its top level, in source order; none of what can't be read. */
export async function importsIn(path: string, text: string): Promise<readonly Import[]> {
  const read = await sourceOf(path, text);
  return read.kind === 'read' ? importsOf(read.source) : [];
}

/** The imports of a text that was read. */
export function importsOf({ root, text, language, errors }: Source): readonly Import[] {
  const reader = READERS[language];
  if (reader === undefined) return [];
  const all: Import[] = [];
  const stack: { readonly node: SyntaxNode; readonly guarded: boolean }[] = [{ node: root, guarded: false }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, guarded } = visit;
    const found = reader(node, text).filter(
      (one) => !errors.some((error) => error.start < one.end && error.end > one.start),
    );
    all.push(...found.map((one): Import => (guarded ? { ...one, guarded } : one)));
    const goesOn = node === root || (found.length === 0 && OPEN.test(node.type));
    if (!goesOn) continue;
    const inner = guarded || (node !== root && !isHeaderGuard(node, text) && node.type !== 'ERROR');
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child?.named) stack.push({ node: child, guarded: inner });
    }
  }
  return all;
}

/** `#ifndef X`, `#define X` around a whole header is no condition. */
function isHeaderGuard(node: SyntaxNode, text: string): boolean {
  if (node.type !== 'preproc_ifdef') return false;
  const [name, define] = node.children.filter((child) => child.named && !child.type.includes('comment'));
  if (name === undefined || define?.type !== 'preproc_def') return false;
  const defined = define.children.find((child) => child.field === 'name');
  return defined !== undefined && text.slice(defined.start, defined.end) === text.slice(name.start, name.end);
}
