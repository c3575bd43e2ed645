import type { CandidateId } from '../../domain/candidate.ts';
import { isLandAnswer, landKey } from '../../domain/cycle.ts';
import type { Entry } from '../../domain/view.ts';
import type { FollowUp, WorkItem } from '../../domain/work-item.ts';
import {
  clipped,
  isPushed,
  isSettled,
  landingAt,
  landingKey,
  laterBaseId,
  lostBetween,
  rebaseId,
  tasksOf,
} from './course.ts';
import { landedLine } from './line.ts';
import { asking, over, type Step } from './outcome.ts';
import { placing, proposal, seating } from './proposing.ts';
import { paying, type Shift } from './shift.ts';

/** What is good and is to be brought to the branch. */
export interface Cargo {
  readonly candidate: CandidateId;
  readonly work: WorkItem;
  /** Of a wave: all that it is about. */
  readonly works?: readonly WorkItem[];
  readonly followUps: readonly FollowUp[];
  readonly learnings: readonly string[];
}

/** Brings it to the branch; where that has moved, the work is brought there and goes through the whole gate again, so many times. */
export function landed(shift: Shift, cargo: Cargo): Step {
  const { view, opening, ladder, now } = shift;
  const { cycle } = opening;
  const at = landingAt(view, cycle);
  if (at === undefined)
    return asking({ kind: 'record', events: [], memos: [{ key: landingKey(cycle), value: { at: now } }] });
  let candidate = cargo.candidate;
  let base = shift.base;
  for (let nth = 1; ; nth++) {
    const answer = view.answer(landKey(candidate));
    const question = landing(shift, cargo, candidate, base, at);
    if (answer === undefined) return asking({ kind: 'gather', questions: [question] });
    if (!isLandAnswer(answer)) return over('unlanded', 'nobody could say whether it has landed', { stop: true });
    if (answer.kind === 'refused') return over('unlanded', answer.reason, { stop: true });
    const { followUps, learnings } = cargo;
    if (answer.kind === 'landed') {
      const line = { ...question.line, canonicalSha: answer.canonical, logSha: answer.log };
      return over('landed', '', { landed: { candidate, line }, followUps, learnings });
    }
    if (nth > ladder.rebases) return over('unlanded', `the branch moved ${nth} times while it was to land`);
    const moved = rebased(shift, cargo, candidate, nth);
    if ('step' in moved) return moved.step;
    ({ candidate, base } = moved);
  }
}

function landing(
  { view, opening, ladder, waiting, pinned }: Shift,
  cargo: Cargo,
  candidate: CandidateId,
  base: Entry,
  at: number,
) {
  const after = view.entry(candidate);
  const line = landedLine({ opening, waiting, base, after, at, works: cargo.works ?? [cargo.work], pinned });
  const subject = clipped(cargo.work.title.replace(/\s+/g, ' ').trim(), 72);
  const push = isPushed(ladder, opening.state.productive + 1);
  const asked = { candidate, parent: base.proposal.id, subject, line, push };
  return { key: landKey(candidate), of: 'land' as const, ...asked };
}

type Rebased = { readonly step: Step } | { readonly candidate: CandidateId; readonly base: Entry };

/** The branch is measured where it is now, then the work on it. */
function rebased(shift: Shift, { work, works }: Cargo, from: CandidateId, nth: number): Rebased {
  const { view, bench, opening, ladder } = shift;
  const { cycle } = opening;
  const told = works === undefined ? { work } : {};
  const turn = {
    cycle,
    attempt: nth,
    base: shift.base.proposal.id,
    testFirst: ladder.testFirst && works === undefined,
  };
  const baseId = laterBaseId(cycle, nth);
  const base = view.entry(baseId);
  if (base === undefined) {
    const made = {
      id: baseId,
      ord: 100 + 2 * nth,
      turn: { ...turn, attempt: 0, base: baseId, kind: 'base' as const },
      parents: [from] as const,
    };
    return { step: paying(shift, () => asking({ kind: 'propose', proposals: [proposal(bench, made)] })) };
  }
  if (!isSettled(base)) return { step: asking({ kind: 'wait' }) };
  if (base.evaluation?.outcome !== 'scored') return { step: over('unlanded', whyNot(base)) };
  if (base.placement === undefined) return { step: asking(seating(view, base)) };
  const id = rebaseId(cycle, nth);
  const entry = view.entry(id);
  if (entry === undefined) {
    const made = {
      id,
      ord: 101 + 2 * nth,
      turn: { ...turn, ...told, kind: 'rebase' as const },
      parents: [from] as const,
    };
    return { step: paying(shift, () => asking({ kind: 'propose', proposals: [proposal(bench, made)] })) };
  }
  if (!isSettled(entry)) return { step: asking({ kind: 'wait' }) };
  if (entry.placement === undefined) return { step: asking(placing(view, entry)) };
  if (entry.dropped !== undefined) return { step: over('unlanded', entry.dropped.reason) };
  const lost = lostBetween(tasksOf(base), tasksOf(entry));
  if (entry.evaluation?.outcome !== 'scored') return { step: over('regressed', whyNot(entry)) };
  if (lost.length > 0) return { step: over('regressed', `no longer met: ${lost.join(', ')}`) };
  return { candidate: id, base };
}

export function whyNot({ dropped, evaluation }: Entry): string {
  if (dropped !== undefined) return dropped.reason;
  return evaluation !== undefined && 'reason' in evaluation ? evaluation.reason : 'it could not be measured';
}
