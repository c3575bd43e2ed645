import { isComparable } from '../../domain/conclusion.ts';
import { EXPERIMENTING } from '../../domain/config.ts';
import type { AttemptEnd } from '../../domain/experiment.ts';
import { DISCARDED } from '../../domain/experiment-fold.ts';
import type { WrittenBrief } from '../../domain/round.ts';
import type { Ask } from '../../domain/strategy.ts';
import { isUnverified } from '../../domain/verification.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';
import { laneEntries } from './course.ts';
import { lastEnd } from './subject.ts';

type Recording = Extract<Ask, { kind: 'record' }>['events'];

/** What becomes of a lane next. */
export type LaneStep =
  /** Somebody works for it, or must. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'record'; readonly events: Recording }
  | { readonly kind: 'propose'; readonly parent: string; readonly iteration: number }
  | { readonly kind: 'done'; readonly why: string };

export interface Lane {
  readonly round: number;
  readonly lane: number;
  readonly brief: WrittenBrief;
  /** Iterations that it has. */
  readonly budget: number;
  /** In which its round was opened. */
  readonly epoch: number;
}

/** So many in a row that came to nothing end a lane: whoever works there does not get on. */
const BARREN = 2;

/**
 * What one lane does next.
 * Contract: a function of the lane's own experiments and of where they come from, so that it does not matter how fast other
 * lanes are.
 */
export function laneStep(view: View, run: RunFacts, { round, lane, brief, budget, epoch }: Lane): LaneStep {
  const entries = laneEntries(view, round, lane);
  const used = entries.reduce((sum, entry) => sum + iterationsOf(view, entry), 0);
  const last = entries.at(-1);
  const left = budget - used;
  if (last !== undefined && !isSettled(last)) return unsettled(view, run, last, left);
  const ended = last === undefined ? undefined : endOf(last);
  if (ended !== undefined) return { kind: 'done', why: ended };
  if (left <= 0) return { kind: 'done', why: 'its iterations are used up' };
  if ((run.epoch ?? 0) !== epoch) return { kind: 'done', why: 'a new epoch has begun' };
  if (entries.length >= BARREN && entries.slice(-BARREN).every(isBarren))
    return { kind: 'done', why: `${BARREN} in a row came to nothing` };
  const base = entries.findLast(isBase)?.proposal.id ?? brief.parent;
  const from = view.entry(base);
  if (from === undefined || !isComparable(from)) return { kind: 'done', why: `${base} counts no more` };
  return { kind: 'propose', parent: base, iteration: entries.length };
}

/** One is one attempt; what the machine did to an experiment, and measuring it once more, is none. */
export function iterationsOf(view: View, { proposal, experiment }: Entry): number {
  const made = view.attempts(proposal.id).filter(({ end, rescore }) => rescore !== true && end?.cause !== 'machine');
  return Math.max(1, made.length + (experiment?.again === undefined ? 0 : 1));
}

/** Whether nobody need decide or do anything about it. */
const isSettled = ({ experiment }: Entry): boolean => {
  const status = experiment?.status;
  return status === 'committed' || status === 'pruned' || status === 'discarded';
};

/** Others may come from it: better than its parent, and found to be what it seems to be. */
const isBase = (entry: Entry): boolean => entry.experiment?.status === 'committed' && isComparable(entry);

/** Nothing was there to measure. */
const isBarren = ({ experiment }: Entry): boolean =>
  experiment?.status === 'discarded' && (experiment.attempt === 0 || experiment.again !== undefined);

function endOf({ experiment }: Entry): string | undefined {
  if (experiment?.invalid !== undefined) return 'what it brought is invalid';
  if (experiment?.status === 'discarded' && isUnverified(experiment.laid?.reason ?? ''))
    return 'its change never passed verification';
  return undefined;
}

/** An attempt that has ended without success is mended where that may help, else given up. */
function unsettled(view: View, { config }: RunFacts, entry: Entry, left: number): LaneStep {
  const { proposal, experiment } = entry;
  const end = lastEnd(view, entry);
  const isOver = experiment?.status === 'evaluated' || experiment?.status === 'failed';
  if (!isOver || end === undefined || end.cause === 'machine') return { kind: 'busy' };
  const { attempts, failures } = config.adjustable.experiments ?? EXPERIMENTING;
  const mayMend =
    end.outcome === 'failed'
      ? end.cause === 'candidate' && experiment.failures < failures
      : isStopped(end) && experiment.spent < attempts;
  const reason = reasonOf(end);
  if (mayMend && left > 0 && experiment.invalid === undefined)
    return { kind: 'record', events: [{ type: 'retried', experiment: proposal.id, reason }] };
  const placed = { type: 'placed', proposal: proposal.id, placement: { kind: 'refused', reason: DISCARDED } } as const;
  const discarded = { type: 'discarded', experiment: proposal.id, reason } as const;
  return { kind: 'record', events: entry.placement === undefined ? [discarded, placed] : [discarded] };
}

/** A gate has said no: what it wants can be done. */
const isStopped = ({ gates }: AttemptEnd): boolean => gates.some(({ passed }) => passed === false);

function reasonOf({ reason, outcome, gates }: AttemptEnd): string {
  const refused = gates.filter(({ passed }) => passed === false);
  const why = refused.flatMap(({ name, reason: said }) => (said === undefined ? [] : [`${name}: ${said}`]));
  return [reason ?? outcome, ...why].join('; ');
}
