import { formatScore, formatSigned, plural } from '../lib/format.ts';
import { type Column, fitted } from '../lib/table.ts';
import type { Generation } from './document.ts';

const BAR = 24;
const NARROW = 70;
/** Longer histories show the generations that brought something. */
const SHOWN = 24;

const COLUMNS: readonly Column[] = [
  { title: 'Gen', align: 'right' },
  { title: 'Best', align: 'right' },
  { title: 'Avg', align: 'right', spare: 2 },
  { title: 'Δ best', align: 'right', spare: 1 },
  { title: '', spare: 3 },
];

/** How the best has grown, generation by generation. */
export function trendText(history: readonly Generation[], columns: number): string {
  const known = history.filter(({ best }) => best !== null);
  if (known.length < 2) return '';
  // The bar is the way from the baseline to the winner, whichever direction that is.
  const first = known[0]?.best ?? 0;
  const whole = (known.at(-1)?.best ?? first) - first;
  const width = columns < NARROW ? BAR / 2 : BAR;
  const bar = (best: number | null) =>
    best === null || whole === 0 ? '' : '█'.repeat(Math.max(0, Math.round(((best - first) / whole) * width)));
  const shown = worthShowing(history);
  const rows = shown.map(({ generation, best, avg, delta }) => [
    String(generation),
    formatScore(best),
    formatScore(avg),
    delta === null ? '–' : formatSigned(delta),
    bar(best),
  ]);
  const left = history.length - shown.length;
  const note = left === 0 ? '' : `\n${plural(left, 'generation')} left out: evolve status --json has all`;
  return fitted(COLUMNS, rows, columns) + note;
}

/** All of a short history; of a long one the ends and the largest steps. */
function worthShowing(history: readonly Generation[]): readonly Generation[] {
  if (history.length <= SHOWN) return history;
  const step = ({ delta }: Generation) => Math.abs(delta ?? 0);
  const steps = history.slice(1, -1).filter((generation) => step(generation) > 0);
  const largest = new Set(steps.toSorted((a, b) => step(b) - step(a)).slice(0, SHOWN - 2));
  return history.filter((one, index) => index === 0 || index === history.length - 1 || largest.has(one));
}
