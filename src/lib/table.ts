import { cut, padEnd, padStart, plain, widthOf } from './width.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** Columns are left out from the highest number down when there is no room; those without one never are. */
  readonly spare?: number;
}

const GAP = 2;
/** A text column is not made narrower than this before another column is left out. */
const NARROWEST = 8;

/**
 * A table that fits: the widest text is shortened first, then spare columns are left out.
 * Contract: no line is wider than `columns`; a column in which nothing stands is left out.
 */
export function fitted(columns: readonly Column[], rows: readonly (readonly string[])[], room: number): string {
  const cells = rows.map((row) => row.map(plain));
  const filled = columns
    .map((_, index) => index)
    .filter((index) => cells.length === 0 || cells.some((row) => row[index]));
  const kept = fitting(columns, cells, filled, room);
  const line = (row: readonly string[]) =>
    kept
      .map(({ index, width }) => fill(row[index] ?? '', width, columns[index]?.align))
      .join(' '.repeat(GAP))
      .trimEnd();
  return [columns.map(({ title }) => title), ...cells].map((row) => cut(line(row), room)).join('\n');
}

function fill(cell: string, width: number, align: 'right' | undefined): string {
  const short = cut(cell, width);
  return align === 'right' ? padStart(short, width) : padEnd(short, width);
}

interface Kept {
  readonly index: number;
  readonly width: number;
}

function fitting(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  shown: readonly number[],
  room: number,
): readonly Kept[] {
  const natural = shown.map((index) => {
    const widest = cells.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), 0);
    return { index, width: Math.max(widest, widthOf(columns[index]?.title ?? '')) };
  });
  const shortened = shorten(columns, natural, room);
  if (widthIn(shortened) <= room) return shortened;
  const spare = shown.reduce<number | undefined>((least, index) => {
    const rank = columns[index]?.spare;
    return rank !== undefined && rank > (columns[least ?? -1]?.spare ?? 0) ? index : least;
  }, undefined);
  if (spare === undefined) return shortened;
  return fitting(
    columns,
    cells,
    shown.filter((index) => index !== spare),
    room,
  );
}

/** Takes columns from the widest text, as many as are over and no more. */
function shorten(columns: readonly Column[], natural: readonly Kept[], room: number): readonly Kept[] {
  const widths = natural.map((kept) => ({ ...kept }));
  for (let over = widthIn(widths) - room; over > 0; over--) {
    const texts = widths.filter(
      ({ index, width }) => columns[index]?.align !== 'right' && width > leastOf(columns[index]),
    );
    const widest = texts.reduce<(typeof widths)[number] | undefined>(
      (most, one) => (most === undefined || one.width >= most.width ? one : most),
      undefined,
    );
    if (widest === undefined) break;
    widest.width -= 1;
  }
  return widths;
}

const leastOf = (column: Column | undefined): number => Math.max(NARROWEST, widthOf(column?.title ?? ''));

const widthIn = (kept: readonly Kept[]): number =>
  kept.reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(0, kept.length - 1);
