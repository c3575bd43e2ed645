import type { CandidateId } from '../../domain/candidate.ts';
import { type DiscoverAnswer, type ValidateAnswer, validateKey, type WorkAnswer } from '../../domain/cycle.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { Question } from '../../domain/question.ts';
import type { Entry, View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import type { Opening, Pinned } from './memos.ts';
import { asking, over, type Step } from './outcome.ts';
import type { Bench } from './proposing.ts';
import type { Spent } from './spent.ts';

/** A cycle at work, with all that has been decided. */
export interface Shift {
  readonly view: View;
  readonly bench: Bench;
  readonly ladder: Ladder;
  readonly opening: Opening;
  readonly base: Entry;
  readonly waiting: WorkAnswer;
  readonly careful: boolean;
  readonly pinned: Pinned | undefined;
  readonly now: number;
  /** Why nothing that costs may be begun any more. */
  readonly spent: Spent | undefined;
}

/** Nothing that costs is begun with nothing left; the claim is given back. */
export const paying = ({ spent }: Pick<Shift, 'spent'>, begin: () => Step): Step =>
  spent === undefined ? begin() : over('interrupted', spent.reason);

/** As `paying`; what has been asked is paid for, and waited for. */
export function asked({ view, spent }: Pick<Shift, 'view' | 'spent'>, questions: readonly Question[]): Step {
  const open = questions.filter(({ key }) => view.asked(key));
  if (spent !== undefined && open.length > 0) return asking({ kind: 'gather', questions: open });
  return paying({ spent }, () => asking({ kind: 'gather', questions }));
}

/** Another agent looks at it, with the plan in hand. What has been measured needs no evaluation any more. */
export function looking(
  { view, ladder, spent }: Pick<Shift, 'view' | 'ladder' | 'spent'>,
  candidate: CandidateId,
  parent: CandidateId,
  work: WorkItem,
  plan: DiscoverAnswer,
): Step {
  const about = { candidate, parent, work, plan, testFirst: ladder.testFirst };
  const question = { key: validateKey(candidate), of: 'validate' as const, ...about };
  const short = spent?.cause === 'evaluations' ? undefined : spent;
  return asked({ view, spent: short }, [question]);
}

/** More follow-ups nobody ever does. */
const MOST_FOLLOW_UPS = 10;

export const harvestOf = ({ followUps, learnings }: ValidateAnswer) => ({
  followUps: followUps.slice(0, MOST_FOLLOW_UPS),
  learnings: learnings.slice(0, MOST_FOLLOW_UPS),
});
