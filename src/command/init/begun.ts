import type { Direction } from '../../domain/compare.ts';
import { formatScore } from '../../lib/format.ts';

/** What has come of it. */
export interface Begun {
  readonly run: string;
  /** It was there before. */
  readonly known: boolean;
  readonly fitness: string;
  readonly files: readonly string[];
  readonly direction: Direction;
  /** What the code as it is scores; null where it must be measured anew. */
  readonly score: number | null;
  readonly deterministic: boolean | null;
  /** The file that has the settings; null where none was written. */
  readonly config: string | null;
  /** The file for those who work here. */
  readonly project: string;
  /** Settings that it has from now on. */
  readonly changed: readonly string[];
}

export function begunText(begun: Begun): string {
  const { run, known, score, direction, deterministic, config, project, changed } = begun;
  const way = direction === 'max' ? 'higher is better' : 'lower is better';
  const steady = deterministic === null ? '' : deterministic ? ', the same each time' : ', noisy';
  const head = known
    ? `Run ${run} has these experiments already: root scores ${formatScore(score)} (${way}). Begin anew with --fresh.`
    : `Run ${run} is open: root scores ${formatScore(score)} (${way}${steady}).`;
  return [
    head,
    ...(changed.length === 0 ? [] : [`Set from now on: ${changed.join(', ')}`]),
    ...(known ? [] : [`For everybody who works here: ${project}`]),
    ...(config === null ? [] : [`Settings: ${config} (commit it with your code)`]),
    '',
    'Next:',
    ...(known ? ['  evolve exp status'] : []),
    '  evolve exp scratchpad',
    '  evolve exp new --parent root -m "what you expect to help, and why"',
    ...(known ? [] : ['Agents follow skills/optimize and skills/subagent of galapagos.']),
  ].join('\n');
}
