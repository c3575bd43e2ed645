import type { DiscoverAnswer } from '../../domain/cycle.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { attemptId, isSettled } from './course.ts';
import { discovered } from './discovery.ts';
import { judged } from './judgement.ts';
import { landed } from './landing.ts';
import { asking, over, type Step } from './outcome.ts';
import { placing, proposal } from './proposing.ts';
import { asked, harvestOf, looking, paying, type Shift } from './shift.ts';

/** One item: discovery, attempts each held to the gate and to somebody else's look, and the landing of the first good one. */
export function worked(shift: Shift, work: WorkItem): Step {
  const { view, opening, ladder, base, waiting } = shift;
  const { cycle } = opening;
  const inquiry = {
    cycle,
    lane: 0,
    base: base.proposal.id,
    work,
    learnings: waiting.learnings,
    careful: shift.careful,
  };
  const found = discovered(view, inquiry, ladder);
  if (found.kind === 'ask') return asked(shift, [found.question]);
  if (found.kind === 'over') return { over: found.outcome };
  let findings: readonly string[] = [];
  let measured: readonly string[] = [];
  let last: Step = over('failed', 'nothing was tried');
  for (let attempt = 1; attempt <= ladder.attempts; attempt++) {
    const id = attemptId(cycle, attempt);
    const entry = view.entry(id);
    if (entry === undefined) return paying(shift, () => trying(shift, work, found.plan, attempt, findings));
    if (!isSettled(entry)) return asking({ kind: 'wait' });
    const judgement = judged(view, entry, base, work, waiting.goals?.goals ?? []);
    if (judgement.kind === 'gated') return looking(shift, id, base.proposal.id, work, found.plan);
    if (judgement.kind === 'good') {
      if (entry.placement === undefined) return asking(placing(view, entry));
      return landed(shift, { candidate: id, work, ...harvestOf(judgement.answer) });
    }
    const [reason = 'it came to nothing'] = judgement.findings;
    if (entry.placement === undefined) return asking(placing(view, entry, reason));
    // Nothing came of it, so what the one before lacks is still what is lacking.
    const isStale = entry.dropped !== undefined && measured.length > 0;
    findings = isStale ? [...measured, reason] : judgement.findings;
    if (isStale) continue;
    if (entry.dropped === undefined) measured = judgement.findings;
    last = over(judgement.fault, reason);
  }
  return last;
}

/** From the attempt before, or from the base where there is none to go on from. */
function trying(
  shift: Shift,
  work: WorkItem,
  plan: DiscoverAnswer,
  attempt: number,
  findings: readonly string[],
): Step {
  const { view, bench, opening, ladder, base } = shift;
  const { cycle } = opening;
  const before = Array.from({ length: attempt - 1 }, (_, nth) => view.entry(attemptId(cycle, nth + 1)));
  const parent = before.findLast((entry) => entry?.candidate !== undefined) ?? base;
  const found = findings.length === 0 ? {} : { findings };
  const turn = {
    cycle,
    kind: 'work' as const,
    attempt,
    base: base.proposal.id,
    work,
    testFirst: ladder.testFirst,
    ...found,
  };
  const made = { id: attemptId(cycle, attempt), ord: attempt, turn, parents: [parent.proposal.id] as const, plan };
  return asking({ kind: 'propose', proposals: [proposal(bench, made)] });
}
