/** A value of a file as its author wrote it, with the line of each part. */
export type Written =
  /** `text` is what was written, so that 1.10 stays 1.10; `value` is what YAML takes it for. */
  | { readonly kind: 'scalar'; readonly line: number; readonly value: Plain; readonly text: string }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly Written[] }
  | { readonly kind: 'map'; readonly line: number; readonly settings: readonly Setting[] };

type Plain = string | number | boolean | null;

export interface Setting {
  readonly key: string;
  readonly line: number;
  readonly value: Written;
}

/** What a value is, in words. */
export function kindOf(written: Written): string {
  if (written.kind === 'list') return 'a list';
  return written.kind === 'map' ? 'a map of keys' : JSON.stringify(written.text);
}
