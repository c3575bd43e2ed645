import { alone, NEXT_WORK, put, textIn } from '../files.ts';
import type { Json } from '../json.ts';
import { type EntryRow, itemsOf, type Row, refOf, rowsIn, type Status, statusOf, textOfRows } from './row.ts';

/** An item where it stands. */
export interface Found {
  readonly row: EntryRow;
  /** Of the row in the file, and of the item in the row. */
  readonly line: number;
  readonly at: number;
  readonly item: Json;
  readonly ref: string;
  readonly status: Status;
}

export interface NextWork {
  readonly rows: readonly Row[];
  /** In the order of the file. */
  readonly items: readonly Found[];
  readonly warnings: readonly string[];
}

export function nextWorkIn(text: string): NextWork {
  const rows = rowsIn(text);
  const odd = rows.flatMap((row, at) => (row.kind === 'odd' && row.raw.trim() !== '' ? [at + 1] : []));
  const shown = `${odd.slice(0, 10).join(', ')}${odd.length > 10 ? ', …' : ''}`;
  return {
    rows,
    items: rows.flatMap((row, line) => (row.kind === 'odd' ? [] : foundIn(row, line))),
    warnings: odd.length === 0 ? [] : [`${NEXT_WORK} has lines that can't be read and are left as they are: ${shown}`],
  };
}

const foundIn = (row: EntryRow, line: number): readonly Found[] =>
  itemsOf(row).map(({ at, item }) => ({ row, line, at, item, ref: refOf(row, item), status: statusOf(row, item) }));

export const readNextWork = (root: string): NextWork => nextWorkIn(textIn(root, NEXT_WORK) ?? '');

/** Others who append without asking us are seen up to the last moment; who writes all the time is not waited for. */
const MOST_LOOKS = 20;

/**
 * Reads the file, has it changed and writes it back as a whole, while nobody else of ours does so.
 * Contract: where nothing changes nothing is written.
 */
export function changeNextWork<T>(
  root: string,
  signal: AbortSignal | undefined,
  change: (work: NextWork) => { readonly rows: readonly Row[]; readonly outcome: T },
): Promise<T> {
  return alone(root, signal, () => {
    for (let look = 1; ; look++) {
      const text = textIn(root, NEXT_WORK) ?? '';
      const before = nextWorkIn(text);
      const { rows, outcome } = change(before);
      if (rows === before.rows) return outcome;
      if (look < MOST_LOOKS && (textIn(root, NEXT_WORK) ?? '') !== text) continue;
      put(root, NEXT_WORK, textOfRows(rows));
      return outcome;
    }
  });
}

export const replaced = (rows: readonly Row[], line: number, row: Row): readonly Row[] =>
  rows.map((one, at) => (at === line ? row : one));
