import { fitted } from './table.ts';

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
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
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

/** A table that fits into `columns`: the last of them are left out first, but never the first two. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[],
  columns: number,
): string {
  const described = header.map((title, index) => ({
    title,
    ...(align[index] === 'right' ? { align: 'right' as const } : {}),
    ...(index < 2 ? {} : { spare: index }),
  }));
  return fitted(described, rows, columns);
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A path or text as a shell takes it, in quotes only where they are needed. */
export function shellQuote(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const TICKS = '▁▂▃▄▅▆▇█';

/** Numbers as a line of bars, the newest that fit; nothing where there are fewer than two. */
export function sparkline(values: readonly number[], columns: number): string {
  const shown = values.slice(-Math.max(0, columns));
  if (shown.length < 2) return '';
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const tick = (value: number) => TICKS[high === low ? 3 : Math.round(((value - low) / (high - low)) * 7)] ?? '';
  return shown.map(tick).join('');
}

/** A bar that is filled so far, 0 to 1. */
export function bar(share: number, columns: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * columns);
  return '█'.repeat(filled) + '░'.repeat(columns - filled);
}

/** Percent with the digits that matter: +12.3 %, +0.04 %, +1,250 %. */
export function formatPercent(percent: number): string {
  const digits = Math.abs(percent) >= 100 ? 0 : Math.abs(percent) >= 1 ? 1 : 2;
  return `${formatSigned(Number(percent.toFixed(digits)))} %`;
}

/** Dollars: cents, and two digits that matter of less than ten cents. */
export function formatUsd(usd: number): string {
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
  const digits = Math.min(9, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

/** Many of something, roughly: 950, 12.3k, 4.5M. */
export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  const [value, unit] = count < 999_950 ? [count / 1000, 'k'] : [count / 1e6, 'M'];
  return `${value.toFixed(1).replace(/\.0$/, '')}${unit}`;
}
