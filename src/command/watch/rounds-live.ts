import type { Question } from '../../domain/question.ts';
import type { Counts, RunFacts, View } from '../../domain/view.ts';
import { type Doing, isAtWork, type LaneProgress, progressOf } from '../optimize/progress.ts';
import type { LaneFacts, LiveFacts } from './frame.ts';

/** A lane's work, in the words of the live view. */
const AS: Readonly<Partial<Record<Doing, LaneFacts['doing']>>> = {
  implementing: 'making',
  mending: 'mending',
  measuring: 'measuring',
  unverified: 'auditing',
};

/** Where rounds stand, for the live view. */
export function roundsWhere(view: View, run: RunFacts): readonly string[] {
  const progress = progressOf(view, run);
  if (progress === undefined) return ['before the first round'];
  const { round, most, phase, stall, limit } = progress;
  return [`round ${round}${most === undefined ? '' : ` of ${most}`}`, phase, `stall ${stall}/${limit}`];
}

/** What the lanes are at; `since` tells from when. */
export function roundsLanes(
  view: View,
  run: RunFacts,
  since: (id: string) => number,
  now: number,
): readonly LaneFacts[] {
  return (progressOf(view, run)?.lanes ?? []).filter(isAtWork).flatMap((lane): readonly LaneFacts[] => {
    const { newest, objective } = lane;
    const doing = newest === undefined ? undefined : AS[newest.doing];
    if (newest === undefined || doing === undefined) return [];
    const forMs = Math.max(0, now - since(newest.id));
    return [{ id: newest.id, doing, forMs, made: madeText(lane, objective), parents: [newest.from] }];
  });
}

const madeText = ({ lane, used, budget }: LaneProgress, objective: string): string =>
  `lane ${lane}, ${used} of ${budget}: ${objective.replace(/\s+/g, ' ').slice(0, MOST)}`;

const MOST = 60;

/** What is asked for a round, as long as it is not answered; undefined of questions that need no word. */
export function askedText(question: Question | { readonly of: 'human' }): string | undefined {
  switch (question.of) {
    case 'scan':
      return `scanning ${question.subjects.map(({ id }) => id).join(', ')}`;
    case 'ideate':
      return `looking for ideas: ${question.ideator}`;
    case 'brief':
      return 'writing briefs';
    default:
      return undefined;
  }
}

export const roundsProgress = ({ config }: RunFacts, { charged }: Counts): LiveFacts['progress'] => {
  const { evaluations } = config.adjustable.budget;
  return { done: charged, ...(evaluations === undefined ? {} : { of: evaluations }), unit: 'evaluation' };
};
