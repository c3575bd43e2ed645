import type { Grammar } from './grammar.ts';
import { c } from './language/c.ts';
import { go } from './language/go.ts';
import { java } from './language/java.ts';
import { javascript } from './language/javascript.ts';
import { python } from './language/python.ts';
import { rust } from './language/rust.ts';

/** By the language's name. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  JavaScript: javascript,
  TypeScript: javascript,
  Python: python,
  Rust: rust,
  Go: go,
  C: c,
  'C++': c,
  Java: java,
};
