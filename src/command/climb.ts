import { isOfExperiments, seedId } from '../domain/config.ts';
import type { Improvement, View } from '../domain/view.ts';
import { formatScore, formatSigned, plural } from '../lib/format.ts';
import { type Column, fitted } from '../lib/table.ts';
import { type Making, makingOf, makingText } from './making.ts';

/** A candidate that has been the best: a step of the fitness curve of a run without generations. */
export interface Better extends Making {
  readonly id: string;
  /** So many had been charged when it became best. */
  readonly evaluations: number;
  readonly best: number;
  /** Over the one before; null for the first. */
  readonly delta: number | null;
  readonly by: string;
}

/** More steps say no more. */
const STEPS = 200;

/** Who has been best, the seed first; of very many the last. */
export function climbOf(view: View): readonly Better[] {
  const found = counting(view, view.improvements(STEPS));
  return found.flatMap(({ candidate, evaluations, score }, index): readonly Better[] => {
    const proposal = view.entry(candidate)?.proposal;
    if (proposal === undefined) return [];
    const before = found[index - 1];
    const delta = before === undefined ? null : score - before.score;
    return [{ id: candidate, evaluations, best: score, delta, by: proposal.by, ...makingOf(proposal) }];
  });
}

/** Of experiments only those since the newest baseline that still count. */
function counting(view: View, found: readonly Improvement[]): readonly Improvement[] {
  const run = view.run();
  if (run === undefined || !isOfExperiments(run.config)) return found;
  const root = found.findLastIndex(({ candidate }) => candidate === seedId(run.config.identity.strategy));
  return found.slice(Math.max(0, root)).filter(({ candidate }) => view.entry(candidate)?.alive === true);
}

const BAR = 24;
const NARROW = 70;
/** Longer climbs show their ends and their largest steps. */
const SHOWN = 24;

const COLUMNS: readonly Column[] = [
  { title: 'Evaluations', align: 'right' },
  { title: 'Best', align: 'right' },
  { title: 'Δ best', align: 'right', spare: 1 },
  { title: '', spare: 4 },
  { title: 'Candidate', spare: 2 },
  { title: 'Operator', spare: 3 },
];

/** How the best has grown, up to now: so many evaluations. */
export function climbText(climb: readonly Better[], evaluations: number, columns: number): string {
  const [first, last] = [climb[0], climb.at(-1)];
  if (first === undefined || last === undefined || climb.length < 2) return '';
  const whole = last.best - first.best;
  const width = columns < NARROW ? BAR / 2 : BAR;
  const bar = (best: number) =>
    whole === 0 ? '' : '█'.repeat(Math.max(0, Math.round(((best - first.best) / whole) * width)));
  const shown = worthShowing(climb);
  const rows = shown.map((step) => [
    String(step.evaluations),
    formatScore(step.best),
    step.delta === null ? '–' : formatSigned(step.delta),
    bar(step.best),
    step.id,
    step.operator === 'seed' ? '' : `${makingText(step)} by ${step.by}`,
  ]);
  const now = [String(evaluations), formatScore(last.best), '0', bar(last.best), '', ''];
  const left = climb.length - shown.length;
  const note = left === 0 ? '' : `\n${plural(left, 'smaller step')} left out: evolve status --json has all`;
  return fitted(COLUMNS, evaluations > last.evaluations ? [...rows, now] : rows, columns) + note;
}

function worthShowing(climb: readonly Better[]): readonly Better[] {
  if (climb.length <= SHOWN) return climb;
  const step = ({ delta }: Better) => Math.abs(delta ?? 0);
  const largest = new Set(
    climb
      .slice(1, -1)
      .toSorted((a, b) => step(b) - step(a))
      .slice(0, SHOWN - 2),
  );
  return climb.filter((one, index) => index === 0 || index === climb.length - 1 || largest.has(one));
}
