import { type DiscoverAnswer, discoverKey, isDiscoverAnswer, type Learning } from '../../domain/cycle.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { Question } from '../../domain/question.ts';
import type { View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import type { Outcome } from './outcome.ts';

/** What is to be found out about one item. */
export interface Inquiry {
  readonly cycle: number;
  readonly lane: number;
  readonly base: string;
  readonly work: WorkItem;
  readonly learnings: readonly Learning[];
  /** A whole pre-mortem. */
  readonly careful: boolean;
}

export type Discovered =
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'plan'; readonly plan: DiscoverAnswer }
  | { readonly kind: 'over'; readonly outcome: Outcome };

/** A plan, asked for again while there is none or its pre-mortem says no. */
export function discovered(
  view: View,
  { cycle, lane, base, work, learnings, careful }: Inquiry,
  ladder: Ladder,
): Discovered {
  const earlier: string[] = [];
  for (let attempt = 1; attempt <= ladder.attempts; attempt++) {
    const key = discoverKey(cycle, lane, attempt);
    const answer = view.answer(key);
    if (answer === undefined) {
      const asked = { candidate: base, work, learnings, full: careful, splitAt: ladder.splitAt, earlier };
      return { kind: 'ask', question: { key, of: 'discover', ...asked } };
    }
    const said = isDiscoverAnswer(answer) ? endOf(answer, work) : 'nobody could say what is to be done';
    if (typeof said !== 'string') return said;
    earlier.push(said);
  }
  return { kind: 'over', outcome: { kind: 'failed', reason: earlier.at(-1) ?? 'there is no plan' } };
}

/** So deep work is not split any more, or it would be split for ever. */
const DEEPEST_SPLIT = 2;

/** What came of an attempt; a text where another one is to be made. */
function endOf(answer: DiscoverAnswer, { depth = 0 }: WorkItem): Discovered | string {
  const { status, reason, blockers, parts, premortem } = answer;
  const given = (fallback: string): string => (reason === undefined || reason === '' ? fallback : reason);
  const ends = (outcome: Outcome): Discovered => ({ kind: 'over', outcome });
  switch (status) {
    case 'ready':
      if (premortem.verdict !== 'fail') return { kind: 'plan', plan: answer };
      return `the pre-mortem says no: ${premortem.risks.join('; ')}`;
    case 'split':
      if (parts.length === 0) return 'it is to be split, and into what was not said';
      if (depth >= DEEPEST_SPLIT) return 'it is a part of a part already, and is to be done as it is';
      return ends({ kind: 'split', reason: given(`split into ${parts.length} parts`), parts });
    case 'blocked':
      return ends({ kind: 'blocked', reason: given(`blocked by ${blockers.join(', ')}`), blockers });
    case 'satisfied':
      return ends({ kind: 'satisfied', reason: given('it is done already') });
    case 'failed':
      return given('there is no plan');
  }
}
