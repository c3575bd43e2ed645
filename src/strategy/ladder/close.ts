import { baseId, closeKey, cycleKey, endKey, isProductive, ownerOf, SESSION } from '../../domain/cycle.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { type Course, fateOf, lineAfter, stateAfter } from './after.ts';
import { isPushed, ladderOf } from './course.ts';
import { ending } from './ends.ts';
import type { End, Opening, SessionEnd } from './memos.ts';
import { type Bench, placing } from './proposing.ts';

/** Records what a cycle has come to, once everything that it made has its place. */
export function concluded(course: Course, { run }: Bench, claimed: readonly WorkItem[], over?: SessionEnd): Ask {
  const { view, opening, pick, outcome } = course;
  const left = view.unplaced();
  if (left !== undefined) return placing(view, left, outcome.reason === '' ? outcome.kind : outcome.reason);
  const line = lineAfter(course);
  const owner = ownerOf(opening.state.mode, opening.cycle);
  const rest = pick.choice.kind === 'work' && outcome.kind !== 'interrupted' ? pick.choice.followUps : [];
  const end: End = {
    ...(line === undefined ? {} : { line }),
    landed: outcome.landed !== undefined,
    ...stateAfter(course, claimed, line),
    ...(outcome.landed === undefined ? {} : { after: outcome.landed.candidate }),
    settled: claimed.map((work) => ({ work, owner, fate: fateOf(work, outcome) })),
    followUps: [...(outcome.followUps ?? []), ...(outcome.kind === 'landed' ? rest : [])],
    ...(pick.escalated === undefined ? {} : { escalated: pick.escalated }),
    parts: outcome.parts ?? [],
    learnings: outcome.learnings ?? [],
    ...(outcome.stop === true ? { stopped: { reason: outcome.reason, drivenAt: run.drivenAt } } : {}),
    ...(over === undefined ? {} : { over }),
  };
  return { kind: 'record', events: [], memos: [{ key: endKey(opening.cycle), value: end }] };
}

/** Settles it outside, then the next one opens; or the session ends with it. */
export function closing(view: View, { run, session }: Bench, { cycle, base }: Opening, end: End, now: number): Ask {
  const { line, landed, state, memory, after, settled, followUps, escalated, parts, learnings, stopped, over } = end;
  const key = closeKey(cycle);
  if (view.answer(key) === undefined) {
    const told = {
      ...(after === undefined ? {} : { after }),
      ...(line === undefined || landed ? {} : { line }),
      ...(escalated === undefined ? {} : { escalated }),
      ...(isPushedWith(run, end) ? { push: true as const } : {}),
    };
    const asked = { cycle, candidate: base, ...told, settled, followUps, parts, learnings, state };
    return { kind: 'gather', questions: [{ key, of: 'close', ...asked }] };
  }
  if (over !== undefined) return ending(session, over);
  if (stopped !== undefined && stopped.drivenAt === run.drivenAt)
    return { kind: 'stop', cause: 'broken', reason: stopped.reason };
  const next = cycle + 1;
  const opening: Opening = { cycle: next, at: now, state, memory, base: baseId(next) };
  return {
    kind: 'record',
    events: [],
    memos: [
      { key: SESSION, value: { ...session, cycle: next } },
      { key: cycleKey(next), value: opening },
    ],
  };
}

/** A cycle that lands is pushed as it does. */
const isPushedWith = (run: RunFacts, { line, landed, state }: End): boolean =>
  line !== undefined && !landed && isProductive(line.result) && isPushed(ladderOf(run), state.productive);
