import { cSyntax } from './syntax-c.ts';
import { goSyntax } from './syntax-go.ts';
import { javaSyntax } from './syntax-java.ts';
import { javascriptSyntax, typescriptSyntax } from './syntax-javascript.ts';
import { pythonSyntax } from './syntax-python.ts';
import { rustSyntax } from './syntax-rust.ts';
import type { SyntaxTable } from './syntax-table.ts';

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
