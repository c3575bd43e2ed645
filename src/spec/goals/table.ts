import type { Line } from '../markdown.ts';

/** A table of Markdown, row by row. */
export interface Table {
  /** The names of its columns, in small letters. */
  readonly columns: readonly string[];
  readonly header: Line;
  /** Lines of dashes. */
  readonly rules: readonly Line[];
  readonly rows: readonly Row[];
  /** After which a row is added. */
  readonly last: Line;
}

export interface Row {
  readonly line: Line;
  readonly cells: readonly string[];
}

const RULE = /^[\s|:-]*-[\s|:-]*$/;

/** The tables among these lines. The first row of one is its header, and so is each that a rule of dashes follows. */
export function tablesOf(lines: readonly Line[]): readonly Table[] {
  const tables: (Table & { rules: Line[]; rows: Row[]; last: Line })[] = [];
  const rows = lines.filter(({ text }) => text.trimStart().startsWith('|'));
  rows.forEach((line, index) => {
    const table = tables.at(-1);
    if (RULE.test(line.text)) {
      table?.rules.push(line);
      if (table !== undefined) table.last = line;
      return;
    }
    const next = rows[index + 1];
    const header =
      table === undefined || (next !== undefined && next.number === line.number + 1 && RULE.test(next.text));
    const cells = cellsOf(line.text);
    if (header)
      tables.push({ columns: cells.map((cell) => cell.toLowerCase()), header: line, rules: [], rows: [], last: line });
    else {
      table.rows.push({ line, cells });
      table.last = line;
    }
  });
  return tables;
}

/** The cells of a row. `\|` is a stroke that belongs to its cell. */
export function cellsOf(row: string): readonly string[] {
  const cells: string[] = [''];
  const text = row.trim().replace(/^\|/, '');
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '\\' && text[at + 1] === '|') {
      cells[cells.length - 1] += '|';
      at++;
    } else if (letter === '|') cells.push('');
    else cells[cells.length - 1] += letter;
  }
  // The stroke that ends the row begins no cell.
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim());
}

/** Where the so-manyeth cell of a row ends, its stroke included; undefined where there is no such stroke. */
export function endOfCell(row: string, nth: number): number | undefined {
  let seen = row.trimStart().startsWith('|') ? -1 : 0;
  for (let at = 0; at < row.length; at++) {
    if (row[at] === '\\' && row[at + 1] === '|') at++;
    else if (row[at] === '|' && ++seen === nth) return at + 1;
  }
  return undefined;
}

/** A row of these cells, as `cellsOf` reads it. */
export function rowOf(cells: readonly string[]): string {
  return `| ${cells
    .map((cell) =>
      cell
        .replace(/\s*\r?\n\s*/g, ' ')
        .trim()
        .replaceAll('|', '\\|'),
    )
    .join(' | ')} |`;
}
