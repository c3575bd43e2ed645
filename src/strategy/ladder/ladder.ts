import { trunk } from '../../archive/archive.ts';
import type { Named } from '../../domain/author.ts';
import { baseId, cycleKey, isOrientAnswer, ORIENT, SESSION } from '../../domain/cycle.ts';
import type { Ask, Strategy } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { minutesSpent, purseEmpty } from '../stop-rule.ts';
import { closing } from './close.ts';
import { endAt, firstState, ladderOf, openingAt, sessionIn } from './course.ts';
import { cycling } from './cycle.ts';
import { finished } from './ends.ts';
import { NOTHING } from './memory.ts';
import type { Opening, Session } from './memos.ts';

export interface LadderWorkers {
  /** Who does the work. */
  readonly authors: readonly Named[];
}

/**
 * Cycles that keep a repository to its goals: measure, take the most pressing thing, do it, hold it to the gate, land it.
 * Contract: what it decides follows from the memos, answers and candidates of a cycle, and the time only from what was recorded with
 * them; so it is the same after any interruption. It waits only while a proposal of its own is open.
 */
export function ladder({ authors }: LadderWorkers): Strategy {
  return {
    places: 'barrier',
    archive: trunk(),
    tooLate(view, now) {
      const run = view.run();
      return run === undefined ? undefined : (minutesSpent(run, now) ?? purseEmpty(run)?.reason);
    },
    ask(view, _slots, now) {
      const run = view.run();
      if (run === undefined) throw new Error('the run is not open');
      const session = sessionIn(view);
      if (session === undefined) return opening(view, run, now);
      if (session.end !== undefined) return finished(view, run, session, session.end);
      const opened = openingAt(view, session.cycle);
      if (opened === undefined) throw new Error(`cycle ${session.cycle} was never opened`);
      const end = endAt(view, session.cycle);
      const bench = { run, session, authors };
      return end === undefined ? cycling(view, bench, opened, now) : closing(view, bench, opened, end, now);
    },
  };
}

/** Begins where the ledger ends. */
function opening(view: View, run: RunFacts, now: number): Ask {
  const answer = view.answer(ORIENT);
  if (answer === undefined) return { kind: 'gather', questions: [{ key: ORIENT, of: 'orient' }] };
  const { lastCycle, queue } = isOrientAnswer(answer) ? answer : { lastCycle: 0 };
  const cycle = lastCycle + 1;
  const queued = queue === undefined ? undefined : { ...queue.state, file: queue.file, total: queue.items.length };
  const session: Session = { first: cycle, cycle, startedAt: now };
  const first: Opening = {
    ...{ cycle, at: now, base: baseId(cycle) },
    state: firstState(lastCycle, ladderOf(run), now, queued),
    memory: NOTHING,
  };
  return {
    kind: 'record',
    events: [],
    memos: [
      { key: SESSION, value: session },
      { key: cycleKey(cycle), value: first },
    ],
  };
}
