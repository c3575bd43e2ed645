import type { CandidateId } from '../../domain/candidate.ts';
import type { CycleLine, DiscoverAnswer } from '../../domain/cycle.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { FollowUp } from '../../domain/work-item.ts';

/**
 * What became of a cycle. `failed` and `regressed` are the work's own fault, `unchanged` changed nothing that counts; `unlanded` was
 * good and the branch did not take it; `interrupted` had no money or time left.
 */
export interface Outcome {
  readonly kind:
    | 'landed'
    | 'satisfied'
    | 'split'
    | 'blocked'
    | 'regressed'
    | 'failed'
    | 'unchanged'
    | 'unlanded'
    | 'interrupted'
    | 'quarantined'
    | 'idle';
  readonly reason: string;
  /** Of what has landed: the candidate, and what the ledger says of it. */
  readonly landed?: { readonly candidate: CandidateId; readonly line: CycleLine };
  /** Of a wave: the items that are part of it. */
  readonly refs?: readonly string[];
  readonly parts?: DiscoverAnswer['parts'];
  readonly blockers?: readonly string[];
  readonly followUps?: readonly FollowUp[];
  readonly learnings?: readonly string[];
  /** Nothing else could land either: a person has to look. */
  readonly stop?: true;
}

/** Where the work of a cycle is: something is to be done for it, or it is over. */
export type Step = { readonly ask: Ask } | { readonly over: Outcome };

export const asking = (ask: Ask): Step => ({ ask });
export const over = (kind: Outcome['kind'], reason: string, more: Partial<Outcome> = {}): Step => ({
  over: { kind, reason, ...more },
});

/** What it was about is done with. */
export const isDone = ({ kind }: Outcome): boolean => kind === 'landed' || kind === 'satisfied' || kind === 'split';

/** By its own fault, and not for lack of anything. */
export const isFailure = ({ kind }: Outcome): boolean =>
  kind === 'regressed' || kind === 'failed' || kind === 'unchanged' || kind === 'blocked';
