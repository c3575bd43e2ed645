import { claimKey, cycleKey, haltKey, isClaimAnswer, ownerOf, pickKey } from '../../domain/cycle.ts';
import { isoOf } from '../../domain/iso.ts';
import type { Question } from '../../domain/question.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { Entry, View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { concluded } from './close.ts';
import { isSettled, ladderOf, pickAt } from './course.ts';
import { wouldDo } from './dry-run.ts';
import { capped, endBy, ending, endOfMoney, verdictAt } from './ends.ts';
import { whyNot } from './landing.ts';
import type { Choice, Opening, Pick } from './memos.ts';
import type { Outcome } from './outcome.ts';
import { passed, workAt } from './pass.ts';
import { type Bench, parentOfBase, placing, proposal, seating } from './proposing.ts';
import { spentOf } from './spent.ts';
import { waved } from './wave-course.ts';
import { worked } from './work.ts';

/** A cycle from its halt check to what it comes to. */
export function cycling(view: View, bench: Bench, opening: Opening, now: number): Ask {
  const { run } = bench;
  const { cycle, stopped } = opening;
  if (stopped !== undefined && stopped.drivenAt === run.drivenAt)
    return { kind: 'stop', cause: 'broken', reason: stopped.reason };
  if (view.answer(haltKey(cycle)) === undefined)
    return { kind: 'gather', questions: [{ key: haltKey(cycle), of: 'halt', cycle }] };
  const base = view.entry(opening.base);
  if (base === undefined) return beginning(view, bench, opening, now);
  if (!isSettled(base)) return { kind: 'wait' };
  if (base.placement === undefined) {
    if (base.evaluation?.outcome === 'scored') return seating(view, base);
    return withoutBase(view, bench, opening, base, now);
  }
  return busy(view, bench, opening, base, now);
}

/** Whether it may begin; then the branch is taken as it is now, and measured. */
function beginning(view: View, bench: Bench, opening: Opening, now: number): Ask {
  const { run, session } = bench;
  const ladder = ladderOf(run);
  const verdict = verdictAt(view, run, opening, ladder, now, undefined);
  if (verdict.halt) return ending(session, endBy(verdict, opening.state.queue));
  const spent = spentOf(view, run, now);
  const end = capped(ladder, opening.state) ?? (spent === undefined ? undefined : endOfMoney(spent));
  if (end !== undefined) return ending(session, end);
  const { cycle, base: id } = opening;
  const turn = { cycle, kind: 'base' as const, attempt: 0, base: id, testFirst: ladder.testFirst };
  const made = { id, ord: nthBase(id), turn, parents: [parentOfBase(view, run)] as const };
  return { kind: 'propose', proposals: [proposal(bench, made)] };
}

/** A base that could not be had is tried again by whoever drives next, unless the budget was the reason. */
function withoutBase(view: View, { run, session }: Bench, opening: Opening, base: Entry, now: number): Ask {
  const placed = placing(view, base, whyNot(base));
  if (placed.kind !== 'record') return placed;
  const spent = spentOf(view, run, now);
  if (spent !== undefined) return { ...placed, memos: memosOf(ending(session, endOfMoney(spent))) };
  const again = `c${opening.cycle}-t${nthBase(opening.base) + 1}`;
  const stopped = { reason: whyNot(base), drivenAt: run.drivenAt };
  return { ...placed, memos: [{ key: cycleKey(opening.cycle), value: { ...opening, base: again, stopped } }] };
}

const memosOf = (ask: Ask) => (ask.kind === 'record' ? (ask.memos ?? []) : []);

/** 0 for the first, then as often as it was tried again. */
const nthBase = (id: string): number => Number(/-t(\d+)$/.exec(id)?.[1] ?? 0);

/** Looks for work, takes it and does it. */
function busy(view: View, bench: Bench, opening: Opening, base: Entry, now: number): Ask {
  const { cycle } = opening;
  const pick = pickAt(view, cycle);
  if (pick === undefined) return picking(view, bench, opening, base, now, { nth: 0, lost: [], parked: [] });
  const { choice } = pick;
  if (ladderOf(bench.run).dryRun)
    return ending(bench.session, { cause: 'dry-run', halt: 'dry-run', reason: wouldDo(pick) });
  if (choice.kind === 'nothing') return idling(view, bench, opening, base, pick, now);
  if (choice.kind === 'quarantine') {
    const outcome = { kind: 'quarantined' as const, reason: `${choice.goal} broke again ${choice.count} times` };
    return concluded(courseOf(view, bench, opening, base, pick, outcome, now), bench, []);
  }
  const owner = ownerOf(opening.state.mode, cycle);
  const claims = choice.works.map((work, lane): Question => {
    return { key: claimKey(cycle, pick.nth + lane), of: 'claim', work, owner, at: isoOf(pick.at) };
  });
  const open = claims.filter(({ key }) => view.answer(key) === undefined);
  if (open.length > 0) return { kind: 'gather', questions: open };
  const isOurs = (_: WorkItem, lane: number): boolean => {
    const answer = view.answer(claimKey(cycle, pick.nth + lane));
    return isClaimAnswer(answer) && answer.claimed;
  };
  const claimed = choice.works.filter(isOurs);
  if (claimed.length > 0) return doing(view, bench, opening, base, pick, choice, claimed, now);
  if (choice.pinned !== undefined) {
    // The queue is done in its order, so this is no reason to take the next item.
    const outcome = { kind: 'blocked' as const, reason: 'somebody else is at it' };
    return concluded(courseOf(view, bench, opening, base, pick, outcome, now), bench, []);
  }
  const lost = [...pick.lost, ...choice.works.map(({ ref }) => ref)];
  return picking(view, bench, opening, base, now, { nth: pick.nth + choice.works.length, lost, parked: pick.parked });
}

type Picked = Readonly<{ nth: number; lost: readonly string[]; parked: readonly string[] }>;

function picking(view: View, { run }: Bench, opening: Opening, base: Entry, now: number, before: Picked): Ask {
  const { nth, lost } = before;
  const found = passed({ view, opening, base, ladder: ladderOf(run), wide: run.config.adjustable.parallel, lost });
  if (found.kind === 'ask') return { kind: 'gather', questions: [found.question] };
  const { choice, parked, queue, generators } = found.selected;
  const pick: Pick = {
    ...{ nth, at: now, choice, pass: found.pass, lost, parked: parked.map(({ ref }) => ref) },
    ...(queue === undefined ? {} : { queue }),
    ...(choice.kind === 'nothing' ? { generators } : {}),
  };
  const anew = parked.filter(({ ref }) => !before.parked.includes(ref));
  const events = anew.map(({ reason }) => ({ type: 'noted' as const, text: `Left alone: ${reason}` }));
  return { kind: 'record', events, memos: [{ key: pickKey(opening.cycle), value: pick }] };
}

/** Nothing waits and nothing was found: once more, or the end. */
function idling(view: View, bench: Bench, opening: Opening, base: Entry, pick: Pick, now: number): Ask {
  const { run, session } = bench;
  const queue = pick.queue ?? opening.state.queue;
  const verdict = verdictAt(view, run, opening, ladderOf(run), now, { ready: false, queue });
  if (verdict.cause === 'dormant') return ending(session, endBy(verdict, queue));
  return concluded(courseOf(view, bench, opening, base, pick, { kind: 'idle', reason: '' }, now), bench, []);
}

function doing(
  view: View,
  bench: Bench,
  opening: Opening,
  base: Entry,
  pick: Pick,
  choice: Extract<Choice, { kind: 'work' }>,
  claimed: readonly WorkItem[],
  now: number,
): Ask {
  const { run } = bench;
  const ladder = ladderOf(run);
  const spent = spentOf(view, run, now);
  const waiting = waitingAt(view, opening, pick);
  const { careful, pinned } = choice;
  const shift = { view, bench, ladder, opening, base, waiting, careful, pinned, now, spent };
  const [only] = claimed;
  const step = choice.works.length > 1 || only === undefined ? waved(shift, claimed) : worked(shift, only);
  if ('ask' in step) return step.ask;
  const over = step.over.kind === 'interrupted' && spent !== undefined ? endOfMoney(spent) : undefined;
  return concluded(courseOf(view, bench, opening, base, pick, step.over, now), bench, claimed, over);
}

function courseOf(
  view: View,
  { run }: Bench,
  opening: Opening,
  base: Entry,
  pick: Pick,
  outcome: Outcome,
  now: number,
) {
  return {
    view,
    opening,
    base,
    pick,
    outcome,
    now,
    ladder: ladderOf(run),
    waiting: waitingAt(view, opening, pick),
  };
}

function waitingAt(view: View, { cycle }: Opening, { pass }: Pick) {
  const waiting = workAt(view, cycle, pass);
  if (waiting === undefined) throw new Error(`nobody has read what waits in cycle ${cycle}`);
  return waiting;
}
