import type { Option } from '../option.ts';

/** A text that may be empty, or blank. */
export const anyText = (flag: string, text: string): Option<string> => ({
  flag,
  text,
  type: 'text',
  schema: { type: 'string' },
  parse: String,
});
