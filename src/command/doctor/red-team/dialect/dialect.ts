import { c } from './c.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript, typescript } from './javascript.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';

/** What a made-up target does when it is loaded. `now` ends the process with 0 afterwards, `last` waits for its end. */
export type Deed =
  | { readonly do: 'raise' | 'exit' | 'slow-clocks' }
  | { readonly do: 'print' | 'write'; readonly text: string; readonly when: 'now' | 'last' }
  | { readonly do: 'sleep'; readonly seconds: number };

export type Where = 'load' | 'inside';

/** How a language is made to misbehave. */
export interface Dialect {
  readonly endings: readonly string[];
  readonly comment: string;
  /** The code that does it, on load or among the statements of a function; undefined where there is no simple way. */
  code(deed: Deed, where: Where): string | undefined;
  /** The text with the code where it runs on load; undefined where there is no such place. */
  insert(text: string, code: string): string | undefined;
}

const dialects: readonly Dialect[] = [python, javascript, typescript, c, go, java, rust];

export function dialectOf(path: string): Dialect | undefined {
  const name = path.toLowerCase();
  return dialects.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}
