/** Colours, all in one place. They only repeat what the words say. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  note(text: string): string;
}

export function styleOf(color: boolean): Style {
  const paint = (on: number, off: number) => (text: string) =>
    color && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { bold: paint(1, 22), dim: paint(2, 22), good: paint(32, 39), bad: paint(31, 39), note: paint(36, 39) };
}

/** The lines of a patch, coloured. */
export function paintPatch(lines: readonly string[], style: Style): readonly string[] {
  return lines.map((line) => {
    if (line.startsWith('diff ')) return style.bold(line);
    if (/^(\+\+\+|---|index |new file|deleted file)/.test(line)) return style.dim(line);
    if (line.startsWith('@@')) return style.note(line);
    if (line.startsWith('+')) return style.good(line);
    return line.startsWith('-') ? style.bad(line) : line;
  });
}
