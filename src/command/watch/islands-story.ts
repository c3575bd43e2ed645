import { isByIslands } from '../../domain/config.ts';
import { whyOf } from '../../domain/failure.ts';
import type { Entry, View } from '../../domain/view.ts';
import { formatNumber, formatScore } from '../../lib/format.ts';
import { plain } from '../../lib/width.ts';
import { scoreIn } from '../document.ts';
import { iterationOf, iterationsOf, numbersOf } from '../iteration.ts';

/** A watcher is never so many new bests behind. */
const RECENT = 100;
/** A reason is one line. */
const MOST_REASON = 160;
/** So many in a row without a score are hardly bad luck. */
const IN_A_ROW = 3;

export interface IslandsStory {
  /** Whether the run is told this way. */
  told(): boolean;
  /** The lines of an iteration that has just ended. Contract: asked once per placement, in order. */
  ended(entry: Entry): readonly string[];
}

/** Tells a run by its iterations. */
export function islandsStory(view: View): IslandsStory {
  let best = view.best();
  return {
    told() {
      const run = view.run();
      return run !== undefined && isByIslands(run.config);
    },
    ended(entry) {
      // The view may be ahead of what is told.
      if (view.improvements(RECENT).some(({ candidate }) => candidate === entry.proposal.id)) best = entry;
      const run = view.run();
      const of = run === undefined ? undefined : iterationsOf(run);
      const nth = `Iteration ${iterationOf(entry)}${of === undefined ? '' : `/${of}`}`;
      const now = best === undefined ? undefined : view.entry(best.proposal.id);
      const line = [nth, ...partsOf(entry), `best: ${formatScore(scoreIn(now))}`].join(' | ');
      const summary = plain(entry.candidate?.summary ?? '');
      const same = entry.sameAs === undefined ? '' : ` (same as ${entry.sameAs})`;
      return isDiscarded(entry) || summary === '' ? [line] : [line, `  Δ ${summary}${same}`];
    },
  };
}

function partsOf(entry: Entry): readonly string[] {
  if (isDiscarded(entry)) return [`discarded: ${causeOf(entry)}`];
  const numbers = entry.evaluation === undefined ? {} : numbersOf(entry.evaluation);
  return Object.entries(numbers).map(([name, value]) => `${name}: ${formatNumber(value)}`);
}

const isDiscarded = ({ dropped, evaluation }: Entry): boolean =>
  dropped !== undefined || evaluation?.outcome !== 'scored';

function causeOf({ dropped, evaluation, experiment }: Entry): string {
  if (experiment?.laid !== undefined) return short(experiment.laid.reason);
  if (dropped !== undefined) return short(dropped.reason);
  if (evaluation === undefined || evaluation.outcome === 'scored') return '';
  return short(evaluation.outcome === 'invalid' ? whyOf(evaluation) : evaluation.reason);
}

function short(reason: string): string {
  const line = plain(reason);
  return line.length > MOST_REASON ? `${line.slice(0, MOST_REASON)}…` : line;
}

/** Counts what came to nothing and says so after three in a row, once for each such row. */
export function discardWatch(view: View): (entry: Entry) => readonly string[] {
  const before = view.placed(IN_A_ROW).filter(({ proposal }) => proposal.arm !== 'idle');
  const scored = before.findIndex((entry) => !isDiscarded(entry));
  const row = (scored < 0 ? before : before.slice(0, scored)).toReversed();
  return (entry) => {
    if (entry.proposal.arm === 'idle') return [];
    if (!isDiscarded(entry)) row.length = 0;
    else row.push(entry);
    return isDiscarded(entry) && row.length === IN_A_ROW ? [warning(row)] : [];
  };
}

function warning(row: readonly Entry[]): string {
  const causes = new Map<string, number>();
  for (const entry of row) causes.set(kindOf(entry), (causes.get(kindOf(entry)) ?? 0) + 1);
  const told = [...causes].map(([cause, times]) => (times > 1 ? `${cause} (${times} times)` : cause)).join('; ');
  const last = row.at(-1)?.proposal.id ?? '';
  return `warning: ${IN_A_ROW} in a row came to nothing: ${told.replace(/\.$/, '')}. Look at evolve show ${last}, then ${advice(row)}`;
}

/** What it died of, in words that are the same for the same cause. */
function kindOf(entry: Entry): string {
  const stage = failedStage(entry);
  const cause = causeOf(entry);
  if (stage?.startsWith('gate ')) return `${stage} failed`;
  // A judge's reason says that it is one.
  const isSaid = stage === undefined || stage === 'judge' || cause.startsWith(stage);
  return isSaid ? cause : `${stage}: ${cause}`;
}

function failedStage({ evaluation }: Entry): string | undefined {
  return evaluation?.stages.find(({ verdict }) => verdict !== 'pass')?.stage;
}

function advice(row: readonly Entry[]): string {
  const stages = row.flatMap((entry) => failedStage(entry) ?? []);
  const checks = [
    ...(stages.some((stage) => stage.startsWith('gate ')) ? ['try the test command by hand'] : []),
    ...(stages.some((stage) => stage === 'benchmark') ? ['try the fitness command by hand'] : []),
    ...(stages.some((stage) => stage === 'judge') ? ['ask the judge by hand: evolve judge FILE'] : []),
    ...(row.some(({ dropped }) => dropped?.kind === 'failed') ? ['see that the agent works (evolve doctor)'] : []),
  ];
  return checks.length === 0 ? 'say more with --goal, or stop it: evolve stop' : checks.join(' and ');
}
