import { type CycleLine, type Fate, isProductive, type SessionState, type WorkAnswer } from '../../domain/cycle.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { Entry, View } from '../../domain/view.ts';
import { GENERATORS, type WorkItem } from '../../domain/work-item.ts';
import { blockersIn } from './blockers.ts';
import { tasksOf } from './course.ts';
import { fruitlessLine, idleLine, productiveLine, quarantineLine } from './line.ts';
import { bounded, type Memory, triedAfter } from './memory.ts';
import type { Choice, Opening, Pick } from './memos.ts';
import { swung } from './oscillation.ts';
import { isDone, isFailure, type Outcome } from './outcome.ts';
import { atBase, freshIn } from './pass.ts';
import { type QueueAfter, queueAfter } from './queue.ts';

/** A cycle that is over. */
export interface Course {
  readonly view: View;
  readonly opening: Opening;
  readonly base: Entry;
  readonly waiting: WorkAnswer;
  readonly pick: Pick;
  readonly outcome: Outcome;
  readonly ladder: Ladder;
  readonly now: number;
}

/** What the ledger says of it; nothing where it could not be ended. */
export function lineAfter({ opening, base, waiting, pick, outcome, now }: Course): CycleLine | undefined {
  const { choice } = pick;
  if (choice.kind === 'nothing') return idleLine(opening, now);
  if (choice.kind === 'quarantine') return quarantineLine(opening, now, choice.goal, choice.count);
  const facts = { opening, at: now, base, waiting, works: choice.works, pinned: choice.pinned };
  switch (outcome.kind) {
    case 'landed':
      return outcome.landed?.line;
    case 'regressed':
      return productiveLine(facts, 'regressed', outcome.reason);
    case 'split':
      return productiveLine(facts, 'harvested', outcome.reason);
    case 'interrupted':
      return undefined;
    default:
      return fruitlessLine(facts, outcome.reason);
  }
}

/** Done with, or given back: with a stamp where the work itself is to blame. */
export function fateOf({ ref }: WorkItem, outcome: Outcome): Fate {
  const isPart = outcome.refs === undefined || outcome.refs.includes(ref);
  if (isDone(outcome) && isPart) return { kind: 'consumed' };
  const reason = isPart ? outcome.reason : 'it was not part of what has landed';
  return { kind: 'released', failed: isFailure(outcome) || !isPart, reason };
}

/** How the session stands after it. Contract: a function of how it stood before and of what has happened since. */
export function stateAfter(
  course: Course,
  claimed: readonly WorkItem[],
  line: CycleLine | undefined,
): {
  readonly state: SessionState;
  readonly memory: Memory;
} {
  const { opening, base, pick, outcome, now, view } = course;
  const { state: before, memory } = atBase(opening, base);
  const { choice } = pick;
  const counted = {
    ...before,
    ...(pick.queue === undefined ? {} : { queue: pick.queue }),
    refreshes: before.refreshes + pick.pass,
  };
  const found = GENERATORS.flatMap((one) => freshIn(view, opening, one));
  const known = {
    ...memory,
    parked: bounded([...memory.parked, ...pick.parked]),
    found: bounded([...memory.found, ...found]),
  };
  if (line === undefined) return { state: counted, memory: known };
  const isIdle = choice.kind === 'nothing';
  const resolved = claimed.filter((work) => work.source === 'harvested' && fateOf(work, outcome).kind === 'consumed');
  const swings = swingsAfter(course, { oscillations: before.oscillations, improved: known.improved });
  const pinned = pinnedAfter(course, counted);
  const failing = choice.kind === 'work' && choice.pinned !== undefined;
  const isWave = choice.kind === 'work' && choice.works.length > 1;
  const state: SessionState = {
    ...counted,
    cycle: opening.cycle,
    cycles: before.cycles + 1,
    claims: [],
    emptyStreak: isIdle
      ? found.length > 0
        ? 0
        : before.emptyStreak + 1
      : choice.kind === 'work'
        ? 0
        : before.emptyStreak,
    idleStreak: isIdle ? before.idleStreak + 1 : choice.kind === 'work' ? 0 : before.idleStreak,
    fruitlessStreak: fruitlessAfter(before.fruitlessStreak, choice, outcome),
    failureStreak: !failing ? 0 : failuresAfter(before.failureStreak, outcome),
    ...(choice.kind === 'work' && choice.works[0] !== undefined ? { lastSource: choice.works[0].source } : {}),
    ...(pinned === undefined
      ? {}
      : { queue: pinned.queue, unblockDepth: pinned.queue.chain.length, unblockFailures: pinned.failures }),
    quarantined:
      choice.kind === 'quarantine' ? { ...before.quarantined, [choice.goal]: choice.count } : before.quarantined,
    oscillations: swings.oscillations,
    productive: before.productive + (isProductive(line.result) ? 1 : 0),
    regressed: before.regressed + (line.result === 'regressed' ? 1 : 0),
    idle: before.idle + (isIdle ? 1 : 0),
    resolved: before.resolved + resolved.length,
    unblocked: before.unblocked + (pinned?.unblocked === true ? 1 : 0),
    productiveAt: isProductive(line.result) ? now : before.productiveAt,
  };
  const { retried: _retried, ...others } = known;
  return {
    state,
    memory: {
      ...others,
      tried:
        outcome.stop === true
          ? memory.tried
          : claimed.reduce((tried, work) => triedAfter(tried, work.ref, isOver(work, outcome)), memory.tried),
      improved: swings.improved,
      alone: isWave ? aloneAfter(memory.alone, claimed, outcome) : memory.alone,
      last: outcome.landed?.candidate ?? base.proposal.id,
      lastResult: line.result,
      ...(pinned?.retried === true ? { retried: true } : {}),
    },
  };
}

/** What a wave has not brought about is tried without the others. */
const aloneAfter = (alone: Memory['alone'], claimed: readonly WorkItem[], outcome: Outcome): Memory['alone'] =>
  bounded([...alone, ...claimed.filter((work) => fateOf(work, outcome).kind === 'released').map(({ ref }) => ref)]);

/** A goal that is met need not be remembered: it comes back only when it breaks. */
const isOver = (work: WorkItem, outcome: Outcome): boolean =>
  work.source === 'goal' && outcome.kind === 'landed' && fateOf(work, outcome).kind === 'consumed';

function fruitlessAfter(streak: number, choice: Choice, outcome: Outcome): number {
  if (choice.kind !== 'work') return streak;
  return isDone(outcome) || outcome.kind === 'regressed' ? 0 : streak + 1;
}

/** That nothing was changed is no failure. */
function failuresAfter(streak: number, outcome: Outcome): number {
  if (isDone(outcome)) return 0;
  return outcome.kind === 'regressed' || outcome.kind === 'failed' ? streak + 1 : streak;
}

function swingsAfter({ base, pick, outcome, view }: Course, before: Parameters<typeof swung>[0]) {
  const { choice } = pick;
  if (choice.kind !== 'work') return before;
  const targets = choice.works.map(({ target }) => target);
  if (outcome.kind === 'regressed') return swung(before, targets);
  if (outcome.landed === undefined) return before;
  const [was, is] = [tasksOf(base), tasksOf(view.entry(outcome.landed.candidate))];
  const fixed = Object.keys(is).filter((goal) => is[goal] === 1 && was[goal] !== 1);
  const isGoal = (target: string): boolean => was[target] !== undefined || is[target] !== undefined;
  return {
    ...before,
    improved: bounded([...before.improved, ...fixed, ...targets.filter((target) => !isGoal(target))]),
  };
}

function pinnedAfter(
  { opening, pick, outcome, waiting, ladder }: Course,
  { queue, unblockFailures }: SessionState,
): QueueAfter | undefined {
  if (pick.choice.kind !== 'work' || pick.choice.pinned === undefined || queue === undefined) return undefined;
  // It was good, and nothing could have landed.
  if (outcome.stop === true) return undefined;
  const { pinned } = pick.choice;
  const items = waiting.queue ?? [];
  const known = [...items.map(({ id }) => id), ...waiting.beads.map(({ target }) => target)];
  const { reason } = outcome;
  return queueAfter(
    items,
    queue,
    {
      ...{ cycle: opening.cycle, pinned, succeeded: isDone(outcome), reason, failures: unblockFailures },
      blockers: [...(outcome.blockers ?? []), ...blockersIn(reason, known)],
      retried: opening.memory.retried === true,
    },
    ladder,
  );
}
