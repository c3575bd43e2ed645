import type { CandidateId } from '../../domain/candidate.ts';
import { seedId } from '../../domain/config.ts';
import { type HaltReason, haltKey, isHaltAnswer, SESSION, type SessionState, TEARDOWN } from '../../domain/cycle.ts';
import { type HaltVerdict, haltVerdict } from '../../domain/halt.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { plural } from '../stop-rule.ts';
import { ladderOf, openingAt, pickAt } from './course.ts';
import type { Opening, Session, SessionEnd } from './memos.ts';
import { queueLeft } from './queue.ts';
import type { Spent } from './spent.ts';

const MINUTE = 60_000;

/** The one halt check, before a cycle and again when a pass has found nothing. */
export function verdictAt(
  view: View,
  run: RunFacts,
  { cycle, state, memory }: Opening,
  ladder: Ladder,
  now: number,
  pass: { readonly ready: boolean; readonly queue?: SessionState['queue'] } | undefined,
): HaltVerdict {
  const answer = view.answer(haltKey(cycle));
  const { emptyStreak, idleStreak, failureStreak, productiveAt } = state;
  return haltVerdict({
    said: isHaltAnswer(answer) ? answer.halt : null,
    ...{ emptyStreak, idleStreak, failureStreak, regressed: [], limits: ladder },
    queueLeft: queueLeft(pass?.queue ?? state.queue),
    ...(pass === undefined ? {} : { ready: pass.ready }),
    // Time in which nobody drove does not count.
    quietMinutes: (now - Math.max(run.drivenAt, productiveAt)) / MINUTE,
    ...(memory.lastResult === undefined ? {} : { lastResult: memory.lastResult }),
  });
}

/** How a verdict that halts ends the session. */
export function endBy({ cause, reason, breaker }: HaltVerdict, queue: SessionState['queue']): SessionEnd {
  switch (cause) {
    case 'dormant':
      return { cause: 'dormancy', halt: queue === undefined ? 'stagnation' : endOfQueue(queue), reason };
    case 'error_budget':
      return { cause: breaker === 'failures' ? 'failures' : 'breaker', halt: 'circuit-breaker', reason };
    default:
      return { cause: 'kill-switch', halt: 'kill-switch', reason };
  }
}

const endOfQueue = ({ escalated }: NonNullable<SessionState['queue']>): HaltReason =>
  escalated.length > 0 ? 'escalated' : 'queue-complete';

export const capped = ({ maxCycles }: Ladder, { cycles }: SessionState): SessionEnd | undefined =>
  maxCycles === undefined || cycles < maxCycles
    ? undefined
    : { cause: 'cycles', halt: 'max-cycles', reason: `${plural(maxCycles, 'cycle')} done` };

export const endOfMoney = ({ cause, reason }: Spent): SessionEnd => ({ cause, halt: 'budget', reason });

/** It is decided once: what comes after does not change it. */
export const ending = (session: Session, end: SessionEnd): Ask => ({
  kind: 'record',
  events: [],
  memos: [{ key: SESSION, value: { ...session, end } }],
});

/** The last thing of a session, then the end. */
export function finished(view: View, run: RunFacts, { cycle }: Session, { cause, halt, reason }: SessionEnd): Ask {
  if (ladderOf(run).dryRun || view.answer(TEARDOWN) !== undefined) return { kind: 'finish', cause, reason };
  const opening = openingAt(view, cycle);
  if (opening === undefined) throw new Error(`cycle ${cycle} was never opened`);
  const queue = pickAt(view, cycle)?.queue ?? opening.state.queue;
  const state = { ...opening.state, ...(queue === undefined ? {} : { queue }) };
  const asked = { candidate: lastMeasured(view, run, opening), reason: halt, text: reason, state };
  return { kind: 'gather', questions: [{ key: TEARDOWN, of: 'teardown', ...asked }] };
}

function lastMeasured(view: View, { config }: RunFacts, { base, memory }: Opening): CandidateId {
  const known = [base, memory.last ?? ''].find((id) => view.entry(id)?.evaluation?.outcome === 'scored');
  return known ?? seedId(config.identity.strategy);
}
