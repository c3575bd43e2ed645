/** Objects of files that others write too: what we don't know of them is kept. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text says; undefined where it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function objectIn(text: string): Json | undefined {
  const value = jsonIn(text);
  return isJson(value) ? value : undefined;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;

/** A text of others on one line, bounded. */
export const lineOf = (text: string, most: number): string => clip(plain(text).replace(/\s+/g, ' ').trim(), most);

/** A text of others, bounded. */
export const blockOf = (text: string, most: number): string => clip(plain(text).trim(), most);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const plain = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');

/** Whole characters only. */
function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
