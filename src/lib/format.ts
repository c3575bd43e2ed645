/**
 * A number as people read it: at most six digits that matter, thousands apart.
 * By hand: loading the locale data that `Intl` needs takes longer than most commands.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e12)) return value.toExponential(4);
  const digits = magnitude >= 1e5 ? 0 : Math.max(0, 5 - Math.floor(Math.log10(Math.max(magnitude, 1e-4))));
  const rounded = Number(value.toFixed(Math.min(digits, 9)));
  const [whole = '', fraction] = String(rounded).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A score, or a dash where there is none. */
export const formatScore = (value: number | null): string => (value === null ? '–' : formatNumber(value));

export function formatSigned(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '-'}${formatNumber(Math.abs(value))}`;
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A size on the disk. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

export type Align = 'left' | 'right';

/** A table whose last column is cut so that a line fits into `columns`. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[],
  columns: number,
): string {
  const all = [header, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')));
  const widths = header.map((_, index) => Math.max(...all.map((row) => (row[index] ?? '').length)));
  const lines = all.map((row) =>
    row
      .map((cell, index) =>
        align[index] === 'right' ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => cut(line, columns)).join('\n');
}

export function cut(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, Math.max(1, columns - 1))}…`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A path or text as a shell takes it, in quotes only where they are needed. */
export function shellQuote(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
