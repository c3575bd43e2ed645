/** Replaces what lies between two offsets. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change of a text, and what to call it. */
export interface TextEdit {
  readonly splices: readonly Splice[];
  readonly summary: string;
}

/** Undefined when two of them want the same place. */
export function spliced(text: string, splices: readonly Splice[]): string | undefined {
  let written = '';
  let at = 0;
  for (const splice of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (splice.start < at) return undefined;
    written += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return written + text.slice(at);
}
