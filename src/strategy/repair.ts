import type { Evaluation } from '../domain/evaluation.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Memo } from '../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';

const KEY = 'repair';

/** Which candidates of a batch may be mended: those up to this place. */
interface Allowance {
  readonly batch: number;
  readonly upTo: number;
}

/**
 * Divides the evaluations that are left when a batch opens: all that were planned, then one repair each in their order. What
 * one candidate may do depends on its place alone, so it is the same in whatever order they arrive.
 */
export function allowance(run: RunFacts, planned: number, left: number): readonly Memo[] {
  if (!repairs(run)) return [];
  const value: Allowance = { batch: run.batch + 1, upTo: Math.max(0, Math.min(planned, left - planned)) };
  return [{ key: KEY, value }];
}

/**
 * Proposals that mend what has turned out invalid in the newest batch, each once, by its own author, as soon as it has.
 * Contract: each looks at its own candidate alone; none once the batch is being placed.
 */
export function mending(view: View, run: RunFacts): readonly Proposal[] {
  const allowed = view.memo(KEY);
  if (!repairs(run) || !isAllowance(allowed) || allowed.batch !== run.batch) return [];
  const batch = view.entries(run.batch);
  if (batch.some(({ placement }) => placement !== undefined)) return [];
  const planned = batch.filter(({ proposal }) => proposal.operator !== 'repair');
  const last = Math.max(...planned.map(({ proposal }) => proposal.ord));
  return planned
    .filter((entry) => entry.proposal.ord <= allowed.upTo && isMendable(entry))
    .filter(({ proposal }) => view.entry(mended(proposal)) === undefined)
    .map(({ proposal }) => ({
      id: mended(proposal),
      batch: proposal.batch,
      ord: last + proposal.ord,
      home: proposal.home,
      operator: 'repair',
      by: proposal.by,
      parents: [proposal.id],
      inspirations: [],
      brief: proposal.brief,
    }));
}

const mended = ({ id }: Proposal): string => `${id}r`;

export const repairs = ({ config }: RunFacts): boolean =>
  config.adjustable.operator === 'agent' && config.adjustable.repair !== false;

/** A twin of another has had its turn. */
export const isMendable = ({ evaluation, sameAs }: Entry): boolean =>
  sameAs === undefined && evaluation?.outcome === 'invalid' && isMishap(evaluation);

/**
 * A command that failed. Not: one that changed what it may not, a low score on a cheaper benchmark, or a score that could not
 * be had twice; of these there is no error to mend.
 */
function isMishap({ stages }: Evaluation): boolean {
  const last = stages.at(-1);
  if (last?.verdict !== 'fail' || last.reason.startsWith('tampered: ')) return false;
  return !(last.stage.startsWith('rung ') && last.reason.startsWith('scored '));
}

const isAllowance = (value: unknown): value is Allowance =>
  typeof value === 'object' && value !== null && 'batch' in value && 'upTo' in value && typeof value.upTo === 'number';
