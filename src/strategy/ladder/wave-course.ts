import { type DiscoverAnswer, isLeftOut, NO_PLAN } from '../../domain/cycle.ts';
import type { Entry } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { clipped, isSettled, memberId, tasksOf, waveId } from './course.ts';
import { type Discovered, discovered } from './discovery.ts';
import { type Judged, judged } from './judgement.ts';
import { landed, whyNot } from './landing.ts';
import { WAVE } from './line.ts';
import { asking, over, type Step } from './outcome.ts';
import { placing, proposal } from './proposing.ts';
import { asked, harvestOf, looking, paying, type Shift } from './shift.ts';

interface Member {
  readonly work: WorkItem;
  readonly lane: number;
  readonly plan: DiscoverAnswer;
}

/** Several goals at once, each in a worktree of its own, then one gate for all of them together: what is lost by one is lost by all. */
export function waved(shift: Shift, works: readonly WorkItem[]): Step {
  const { view, opening, bench, base, ladder } = shift;
  const { cycle } = opening;
  const found = works.map((work, lane) => ({ work, lane, found: inquired(shift, work, lane) }));
  const questions = found.flatMap((one) => (one.found.kind === 'ask' ? [one.found.question] : []));
  if (questions.length > 0) return asked(shift, questions);
  const members = found.flatMap((one): readonly Member[] =>
    one.found.kind === 'plan' ? [{ work: one.work, lane: one.lane, plan: one.found.plan }] : [],
  );
  if (members.length === 0) return over('failed', 'nobody could say what is to be done for any of them');
  const missing = members.filter(({ lane }) => view.entry(memberId(cycle, lane)) === undefined);
  const turn = { cycle, attempt: 1, base: base.proposal.id, testFirst: ladder.testFirst };
  if (missing.length > 0) {
    const proposals = missing.map(({ work, lane, plan }) => {
      const own = { ...turn, kind: 'member' as const, work };
      const made = {
        id: memberId(cycle, lane),
        ord: 200 + lane,
        turn: own,
        parents: [base.proposal.id] as const,
        plan,
      };
      return proposal(bench, made);
    });
    return paying(shift, () => asking({ kind: 'propose', proposals }));
  }
  const entries = members.flatMap(({ lane }) => view.entry(memberId(cycle, lane)) ?? []);
  if (!entries.every(isSettled)) return asking({ kind: 'wait' });
  const unplaced = entries.filter(({ placement }) => placement === undefined);
  if (unplaced.length > 0) return asking({ kind: 'record', events: unplaced.map(setAside) });
  const [first, ...others] = entries.filter(isFit).map((entry) => entry.proposal.id);
  if (first === undefined) return over(faultOf(entries), entries[0] === undefined ? '' : whyNot(entries[0]));
  const merged = view.entry(waveId(cycle));
  if (merged === undefined) {
    const made = {
      id: waveId(cycle),
      ord: 300,
      turn: { ...turn, kind: 'wave' as const },
      parents: [first, ...others] as const,
    };
    return paying(shift, () => asking({ kind: 'propose', proposals: [proposal(bench, made)] }));
  }
  if (!isSettled(merged)) return asking({ kind: 'wait' });
  const taken = merged.proposal.parents.filter((id) => !isLeftOut(merged.candidate, id));
  const part = members.filter(({ lane }) => taken.includes(memberId(cycle, lane)));
  return whole(shift, merged, part);
}

/** The wave as one: gated, looked at, landed. */
function whole(shift: Shift, merged: Entry, part: readonly Member[]): Step {
  const { view, base } = shift;
  const { id } = merged.proposal;
  const [work, plan] = [jointWork(part), jointPlan(part)];
  const judgement = judgedAsOne(shift, merged, part, work);
  if (judgement.kind === 'gated') return looking(shift, id, base.proposal.id, work, plan);
  if (judgement.kind === 'bad') {
    const [reason = 'it came to nothing'] = judgement.findings;
    return merged.placement === undefined ? asking(placing(view, merged, reason)) : over(judgement.fault, reason);
  }
  if (merged.placement === undefined) return asking(placing(view, merged));
  const works = part.map((one) => one.work);
  const step = landed(shift, { candidate: id, work, works, ...harvestOf(judgement.answer) });
  return 'over' in step ? { over: { ...step.over, refs: met(merged, part).map((one) => one.work.ref) } } : step;
}

/** One goal met is enough, as long as none is lost. */
function judgedAsOne({ view, base }: Shift, merged: Entry, part: readonly Member[], work: WorkItem): Judged {
  const judgement = judged(view, merged, base, work, []);
  if (judgement.kind === 'bad' || met(merged, part).length > 0) return judgement;
  return { kind: 'bad', findings: ['none of the goals is met'], fault: 'failed' };
}

const met = (merged: Entry, part: readonly Member[]): readonly Member[] =>
  part.filter(({ work }) => tasksOf(merged)[work.target] === 1);

function inquired({ view, opening, base, waiting, careful, ladder }: Shift, work: WorkItem, lane: number): Discovered {
  const { cycle } = opening;
  return discovered(view, { cycle, lane, base: base.proposal.id, work, learnings: waiting.learnings, careful }, ladder);
}

/** A member has no place of its own: the wave has. */
const setAside = (entry: Entry) => ({
  type: 'placed' as const,
  proposal: entry.proposal.id,
  placement: { kind: 'refused' as const, reason: isFit(entry) ? 'part of a wave' : clipped(whyNot(entry), 500) },
});

/** Within the scope, and something was changed. */
const isFit = ({ evaluation }: Entry): boolean => evaluation?.outcome === 'scored';

const faultOf = (entries: readonly Entry[]) =>
  entries.every(({ dropped }) => dropped?.kind === 'unchanged') ? ('unchanged' as const) : ('failed' as const);

function jointWork(part: readonly Member[]): WorkItem {
  const works = part.map(({ work }) => work);
  const [only] = works;
  const names = works.map(({ target }) => target).join(', ');
  return {
    ref: `wave:${names}`,
    source: 'goal',
    target: works.length === 1 && only !== undefined ? only.target : WAVE,
    title: clipped(works.length === 1 && only !== undefined ? only.title : `Goals ${names}`, 200),
    description: clipped(works.map(({ description }) => description).join('\n\n'), 4000),
    about: works.flatMap(({ about }) => about),
    blockers: [],
  };
}

const jointPlan = (part: readonly Member[]): DiscoverAnswer => ({
  ...NO_PLAN,
  status: 'ready',
  plan: clipped(part.map(({ work, plan }) => `${work.target}:\n${plan.plan}`).join('\n\n'), 8000),
  criteria: part.flatMap(({ plan }) => plan.criteria),
  files: part.flatMap(({ plan }) => plan.files),
  premortem: { verdict: 'pass', risks: part.flatMap(({ plan }) => plan.premortem.risks) },
});
