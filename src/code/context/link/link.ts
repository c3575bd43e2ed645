import type { Linker } from '../binding.ts';
import { c } from './c.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';

/** By the name of the language. */
export const LINKERS: Readonly<Record<string, Linker>> = {
  JavaScript: javascript,
  TypeScript: javascript,
  Python: python,
  Rust: rust,
  Go: go,
  C: c,
  'C++': c,
  Java: java,
};
