import { cycleKey, haltKey } from '../../domain/cycle.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { Entry, View } from '../../domain/view.ts';
import { busy } from './busy.ts';
import { isSettled, ladderOf } from './course.ts';
import { capped, endBy, ending, endOfMoney, verdictAt } from './ends.ts';
import { whyNot } from './landing.ts';
import type { Opening } from './memos.ts';
import { type Bench, parentOfBase, placing, proposal, seating } from './proposing.ts';
import { spentOf } from './spent.ts';

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
  return busy({ view, bench, opening, base, now });
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
