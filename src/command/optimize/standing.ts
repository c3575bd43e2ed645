import { CURRENT } from '../../domain/round.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { plain } from '../../lib/width.ts';
import { isAtWork, type LaneProgress, type Progress, progressOf, progressText } from './progress.ts';
import { type ByRole, byRoleTexts, spentIn, spentInAll } from './spent.ts';

/** Where rounds stand, and what agents cost, by role. */
export interface RoundsStanding extends Progress {
  readonly cost: {
    /** Of the round that goes on, or of the last one. */
    readonly round: ByRole;
    readonly all: ByRole;
  };
}

/** undefined where no round was ever opened. */
export function roundsStanding(view: View, run: RunFacts): RoundsStanding | undefined {
  if (view.memo(CURRENT) === undefined) return undefined;
  const progress = progressOf(view, run);
  if (progress === undefined) return undefined;
  return { ...progress, cost: { round: spentIn(view, progress.round), all: spentInAll(view) } };
}

export function roundsLines(standing: RoundsStanding): readonly string[] {
  const { lanes, open, cost, phase } = standing;
  const [now, all] = [byRoleTexts(cost.round), byRoleTexts(cost.all)];
  return [
    `Rounds     ${progressText(standing)}`,
    ...(open.length === 0 ? [] : [`Open       ${open.join(', ')}`]),
    ...(phase === 'closed' ? [] : lanes.map(laneText)),
    ...(now.length === 0 ? [] : [`This round ${now.join(', ')}`]),
    ...(all.length === 0 ? [] : [`All rounds ${all.join(', ')}`]),
  ];
}

function laneText(one: LaneProgress): string {
  const { lane, used, budget, newest, objective } = one;
  const at =
    newest === undefined
      ? 'not begun'
      : `${newest.id} ${newest.doing}${isAtWork(one) ? '' : ', between tries or done'}`;
  return `  lane ${lane}   ${used} of ${budget} · ${at} · ${plain(objective.replace(/\s+/g, ' '))}`;
}
