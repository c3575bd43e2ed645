import { cSyntax } from './c.ts';
import { goSyntax } from './go.ts';
import { javaSyntax } from './java.ts';
import { javascriptSyntax, typescriptSyntax } from './javascript.ts';
import { pythonSyntax } from './python.ts';
import { rustSyntax } from './rust.ts';
import type { SyntaxTable } from './table.ts';

/** By the name of the language. C++ is read with C's table: what it adds has kinds of its own. */
export const TABLES: Readonly<Record<string, SyntaxTable>> = {
  JavaScript: javascriptSyntax,
  TypeScript: typescriptSyntax,
  Python: pythonSyntax,
  Rust: rustSyntax,
  Go: goSyntax,
  C: cSyntax,
  'C++': cSyntax,
  Java: javaSyntax,
};
