import { gain } from '../../domain/compare.ts';
import { isByIslands } from '../../domain/config.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { formatPercent } from '../../lib/format.ts';
import { harmless, plain } from '../../lib/width.ts';
import { iterationOf, numbersOf } from '../iteration.ts';
import type { Ended } from './report.ts';

/** What iterations over islands have come to. */
export interface IslandsOutcome {
  readonly baseline: Readonly<Record<string, number>>;
  readonly best: Readonly<Record<string, number>>;
  /** The one that brought the best; 0 where that is the code as it was. */
  readonly iteration: number;
  /** In per cent of the baseline; null where that is 0. */
  readonly improvement: number | null;
  /** What the best changed, in its author's words. */
  readonly strategy?: string;
  /** The best's target. */
  readonly code?: string;
  /** Where the code is kept, relative to the root. */
  readonly file?: string;
  /** Where all of the best is kept. */
  readonly folder?: string;
}

export function islandsOf(view: View, run: RunFacts): IslandsOutcome | undefined {
  const [seed, best] = [view.entries(0)[0]?.evaluation, view.best()];
  if (!isByIslands(run.config) || seed?.outcome !== 'scored' || best?.evaluation?.outcome !== 'scored')
    return undefined;
  const isSeed = best.proposal.operator === 'seed';
  const { percent } = gain(best.evaluation.samples, seed.samples, run.config.fixed.direction);
  const strategy = isSeed ? undefined : best.candidate?.summary;
  return {
    baseline: numbersOf(seed),
    best: numbersOf(best.evaluation),
    iteration: isSeed ? 0 : iterationOf(best),
    improvement: isSeed ? 0 : percent,
    ...(strategy === undefined || strategy === '' ? {} : { strategy }),
  };
}

/** Longer code is in the file. */
const SHOWN_LINES = 80;

/** How the iterations ended, in a few lines. */
export function islandsText({
  islands,
  state,
  stop,
  improvement,
}: Pick<Ended, 'islands' | 'state' | 'stop' | 'improvement'>): string {
  if (islands === undefined) return '';
  const from = islands.iteration === 0 ? 'the code as it was' : `iteration ${islands.iteration}`;
  const end = state === 'finished' ? 'complete' : `${state}${stop === null ? '' : `: ${plain(stop.reason)}`}`;
  const lines = [
    `Evolution ${end}.`,
    `Baseline: ${numbersText(islands.baseline)}`,
    `Best:     ${numbersText(islands.best)} (${from})`,
    `Improvement: ${improvementText(islands, improvement)}`,
  ];
  return islands.strategy === undefined
    ? lines.join('\n')
    : [...lines, '', `Strategy that worked best: ${plain(islands.strategy)}`].join('\n');
}

function improvementText({ iteration, improvement }: IslandsOutcome, measured: Ended['improvement']): string {
  if (iteration === 0) return 'none, no candidate beats the baseline';
  const percent = improvement === null ? 'from 0' : formatPercent(improvement);
  return measured?.confirmed === false ? `${percent}, not confirmed when both were measured again` : percent;
}

/** The target as the best has it. */
export function codeText({ islands }: Pick<Ended, 'islands'>): string {
  if (islands?.code === undefined) return '';
  const lines = harmless(islands.code).trimEnd().split('\n');
  const more = lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} more lines in ${islands.file}`] : [];
  return ['Best implementation', ...lines.slice(0, SHOWN_LINES), ...more].join('\n');
}

/** Judges' means have more digits than anybody wants. */
const DIGITS = 6;

const numbersText = (numbers: Readonly<Record<string, number>>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value.toPrecision(DIGITS))])),
  );
