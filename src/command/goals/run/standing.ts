import { scoreOf } from '../../../domain/compare.ts';
import { isLandAnswer, landKey } from '../../../domain/cycle.ts';
import { LADDER } from '../../../domain/ladder.ts';
import type { Entry, RunFacts, View } from '../../../domain/view.ts';
import { formatScore, formatSigned, plural } from '../../../lib/format.ts';
import { homeOfSeed } from '../../../strategy/strategy.ts';
import { type ByRole, byRoleTexts, spentInAll } from '../../optimize/spent.ts';
import { type CycleProgress, cyclesOf, cyclesText } from './progress.ts';

/** How the goals stand. */
export interface GoalsStanding {
  readonly passing: number;
  readonly total: number;
  readonly failing: readonly string[];
  readonly score: number | null;
}

/** Where cycles stand, how the goals do, where the work lands, and what agents cost, by role. */
export interface CyclesStanding {
  /** null before the first cycle. */
  readonly progress: CycleProgress | null;
  /** As they were measured last. */
  readonly goals: GoalsStanding;
  /** As they were before the first cycle. */
  readonly before: GoalsStanding;
  /** The branch that work lands on; null for the one that is checked out. */
  readonly branch: string | null;
  readonly cost: ByRole;
}

export function cyclesStanding(view: View, run: RunFacts): CyclesStanding {
  const ladder = run.config.adjustable.ladder ?? LADDER;
  const now = standingNow(view);
  const seed = view.entries(0)[0];
  return {
    progress: cyclesOf(view, run) ?? null,
    goals: goalsIn(now ?? seed),
    before: goalsIn(seed),
    branch: ladder.land === 'branch' ? ladder.branch : null,
    cost: spentInAll(view),
  };
}

/** What is on the branch: good work that has not landed is not there. */
function standingNow(view: View): Entry | undefined {
  const [last] = view.top(homeOfSeed('ladder'), 1);
  const { id = '', turn } = last?.proposal ?? {};
  const answer = view.answer(landKey(id));
  const isThere = turn === undefined || turn.kind === 'base' || (isLandAnswer(answer) && answer.kind === 'landed');
  return isThere ? last : view.entry(turn.base);
}

function goalsIn(entry: Entry | undefined): GoalsStanding {
  const evaluation = entry?.evaluation;
  const tasks = evaluation?.outcome === 'scored' ? Object.entries(evaluation.tasks ?? {}) : [];
  const failing = tasks.filter(([, passed]) => passed !== 1).map(([goal]) => goal);
  return {
    passing: tasks.length - failing.length,
    total: tasks.length,
    failing,
    score: evaluation === undefined ? null : scoreOf(evaluation),
  };
}

export function cyclesLines({ progress, goals, before, branch, cost }: CyclesStanding): readonly string[] {
  const spent = byRoleTexts(cost);
  return [
    `Goals      ${goalsLine(goals, before)}`,
    `Cycles     ${progress === null ? 'before the first' : cyclesText(progress)}`,
    ...(progress?.last === undefined ? [] : [`Last       ${progress.last.target} ${progress.last.result}`]),
    `Lands on   ${branch ?? 'the branch that is checked out'}`,
    ...(spent.length === 0 ? [] : [`By role    ${spent.join(', ')}`]),
  ];
}

/** `6 of 7 pass, score 91.3 (+20.1 since the start) · failing: docs`. */
export function goalsLine({ passing, total, failing, score }: GoalsStanding, before: GoalsStanding): string {
  if (total === 0) return 'none';
  const change = score === null || before.score === null ? 0 : score - before.score;
  const since = change === 0 ? '' : ` (${formatSigned(change)} since the start)`;
  const left = failing.length === 0 ? '' : ` · failing: ${failing.join(', ')}`;
  return `${passing} of ${plural(total, 'goal')} pass, score ${formatScore(score)}${since}${left}`;
}
