import type { SessionState, WorkAnswer } from '../../domain/cycle.ts';
import type { Goal } from '../../domain/goals.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { Generator, Severity, WorkItem } from '../../domain/work-item.ts';
import { directiveGaps, directiveItem, EMERGENCY, failingGoals, goalItem } from './items.ts';
import { type Memory, TRIES } from './memory.ts';
import type { Choice } from './memos.ts';
import { pinnedNext, type Queue } from './queue.ts';
import { type Rung, rungsOf } from './rungs.ts';
import { scoped } from './scope.ts';
import { independent } from './wave.ts';

/** All that selection goes by. */
export interface Facts {
  readonly cycle: number;
  readonly work: WorkAnswer;
  /** The goals on the base. */
  readonly tasks: Readonly<Record<string, number>>;
  readonly state: SessionState;
  readonly memory: Memory;
  /** Items that others have taken in this cycle. */
  readonly lost: readonly string[];
  /** Goals that have broken since they were last measured: they come first. */
  readonly restore: readonly string[];
  /** How many goals may be worked on at once. */
  readonly wide: number;
  readonly ladder: Ladder;
}

/** What can't be done within the scope: the item, and why. */
interface Parked {
  readonly ref: string;
  readonly reason: string;
  /** What it is called, where it needs files that may not change: that is for people to decide. */
  readonly escalated?: string;
}

export interface Selected {
  readonly choice: Choice;
  /** What may look for more, in order, where nothing waits. */
  readonly generators: readonly Generator[];
  readonly parked: readonly Parked[];
  readonly queue?: Queue;
}

/** From the top: the queue while it has items, then rung by rung what waits. Contract: pure. */
export function select(facts: Facts): Selected {
  const { state, work, cycle, ladder } = facts;
  const { waiting, generators } = rungsOf(state.mode, work.order);
  const escalating =
    state.queue === undefined
      ? undefined
      : pinnedNext(work.queue ?? [], state.queue, work.beads, cycle, ladder, (one) => scoped(one, work));
  const queued = escalating === undefined ? {} : { queue: escalating.queue };
  if (escalating?.next !== undefined) {
    const { pinned, scoped: found } = escalating.next;
    const followUps = found.kind === 'split' ? [found.rest] : [];
    const careful = state.mode === 'quality' || pinned.unblock !== undefined || facts.memory.retried === true;
    const choice: Choice = { kind: 'work', works: [found.work], careful, pinned, followUps };
    return { choice, generators, parked: [], ...queued };
  }
  const parked: Parked[] = [];
  for (const rung of ['restore' as const, ...waiting]) {
    const choice = taken(rung, facts, parked);
    if (choice !== undefined) return { choice, generators, parked, ...queued };
  }
  return { choice: { kind: 'nothing' }, generators, parked, ...queued };
}

/** The first of a rung that may be worked on. */
function taken(
  rung: Rung | 'restore',
  facts: Facts,
  parked: Parked[],
): Exclude<Choice, { kind: 'nothing' }> | undefined {
  const careful = facts.state.mode === 'quality';
  for (const item of ordered(itemsOf(rung, facts), facts)) {
    const count = item.source === 'goal' ? (facts.state.oscillations[item.target] ?? 0) : 0;
    if (count >= facts.ladder.oscillations) return { kind: 'quarantine', goal: item.target, count };
    const found = scoped(item, facts.work);
    if (found.kind === 'defer' || found.kind === 'park') {
      const { ref, target } = item;
      parked.push({ ref, reason: found.reason, ...(found.kind === 'park' ? { escalated: target } : {}) });
      continue;
    }
    if (found.kind === 'split') return { kind: 'work', works: [found.work], careful, followUps: [found.rest] };
    return { kind: 'work', works: waveFrom(item, facts), careful, followUps: [] };
  }
  return undefined;
}

/** Those that have been tried least come first; what nothing comes of, others have, or is out of scope is left alone. */
function ordered(items: readonly WorkItem[], { memory, lost }: Facts): readonly WorkItem[] {
  const tries = ({ ref }: WorkItem): number => memory.tried[ref] ?? 0;
  return items
    .filter((item) => tries(item) < TRIES && !lost.includes(item.ref) && !memory.parked.includes(item.ref))
    .toSorted((a, b) => tries(a) - tries(b));
}

function itemsOf(rung: Rung | 'restore', facts: Facts): readonly WorkItem[] {
  const { work, tasks, restore, state } = facts;
  const goals = failingGoals(work, tasks).filter(({ id }) => state.quarantined[id] === undefined);
  const bad = (severity: Severity) => work.harvested.filter((one) => (one.severity ?? 'low') === severity);
  const gaps = () => directiveGaps(work, tasks).map(directiveItem);
  switch (rung) {
    case 'restore':
      return state.mode === 'beads-only' ? [] : goals.filter(({ id }) => restore.includes(id)).map(goalItem);
    case 'harvested':
      return work.harvested;
    case 'high':
    case 'medium':
    case 'low':
      return bad(rung);
    case 'beads':
      return work.beads.filter((item) => isReady(item, work.beads)).map((item) => childOf(item, facts));
    case 'directive':
      return gaps();
    case 'goal':
      return goals.map(goalItem);
    case 'emergency':
      return [
        ...goals.filter(({ weight }) => weight >= EMERGENCY).map(goalItem),
        ...ordered(gaps(), facts).slice(0, 1),
      ];
  }
}

const isReady = ({ blockers }: WorkItem, beads: readonly WorkItem[]): boolean =>
  !blockers.some((id) => beads.some(({ target }) => target === id));

/** An epic is done child by child, where they are there to be taken. */
function childOf(item: WorkItem, facts: Facts): WorkItem {
  const children = (item.children ?? []).flatMap((id) => facts.work.beads.find(({ target }) => target === id) ?? []);
  return ordered(children, facts)[0] ?? item;
}

/** A failing goal may bring others along that have nothing to do with it. */
function waveFrom(item: WorkItem, facts: Facts): readonly WorkItem[] {
  const { work, tasks, wide, memory, state, ladder } = facts;
  if (item.source !== 'goal' || wide < 2 || memory.alone.includes(item.ref)) return [item];
  const isFree = (goal: Goal): boolean =>
    goal.id === item.target ||
    (!memory.alone.includes(goalItem(goal).ref) &&
      state.quarantined[goal.id] === undefined &&
      (state.oscillations[goal.id] ?? 0) < ladder.oscillations &&
      ordered([goalItem(goal)], facts).length > 0);
  const goals = failingGoals(work, tasks).filter(isFree);
  const first = goals.filter(({ id }) => id === item.target);
  const chosen = independent([...first, ...goals.filter(({ id }) => id !== item.target)], wide);
  return chosen.map(goalItem);
}
